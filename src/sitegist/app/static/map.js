"use strict";
// The map: links on one canvas, pages and labels on another, and all that moves them; what is
// painted is told in map-paint.js.
(() => {
  const NEAR = 14; // pixels within which a page is meant
  const NARROW = 640; // pixels

  class LinkMap extends mapParts.Painting {
    constructor(root, data) {
      super();
      this.root = root;
      this.find = (name) => root.querySelector(`[data-map-${name}]`);
      this.stage = this.find("stage");
      this.graph = new mapParts.Graph(data, this.stage.clientHeight > this.stage.clientWidth);
      this.canvas = this.find("pages");
      this.context = this.canvas.getContext("2d");
      this.painter = mapParts.painterFor(this.find("links"));
      this.below = this.painter.canvas;
      this.view = { left: 0, top: 0, scale: 1, stroke: 1, width: 1, height: 1 };
      this.pointed = -1;
      this.chosen = -1;
      this.pattern = root.dataset.href || "";
      this.slider = this.find("threshold");
      this.onlyListed = this.find("listed");
      this.readInks();
      this.listen();
      this.resize();
      this.fit();
      this.filter();
      root.dataset.ready = "";
    }

    listen() {
      const { canvas } = this;
      new ResizeObserver(() => { this.resize(); this.draw(); }).observe(this.stage);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.restyle());
      new MutationObserver(() => this.restyle())
        .observe(document.documentElement, { attributes: true });
      this.slider.addEventListener("input", () => this.filter());
      this.slider.addEventListener("change", () => this.settled());
      this.onlyListed.addEventListener("change", () => { this.filter(); this.settled(); });
      this.root.querySelectorAll("[data-map-preset]").forEach((button) =>
        button.addEventListener("click", (event) => {
          event.preventDefault();
          const wanted = new URLSearchParams(button.dataset.mapPreset);
          this.slider.value = wanted.get("t") || 1;
          this.onlyListed.checked = wanted.has("listed");
          this.filter();
          this.settled();
        }));
      this.root.querySelectorAll("[data-map-zoom]").forEach((button) =>
        button.addEventListener("click", () => {
          const by = Number(button.dataset.mapZoom);
          if (by) this.zoom(by);
          else { this.fit(); this.draw(); }
        }));
      canvas.addEventListener("wheel", (event) => {
        event.preventDefault();
        const step = event.deltaMode ? 16 * event.deltaY : event.deltaY;
        this.zoom(Math.exp(-step / (event.ctrlKey ? 120 : 400)), event.offsetX, event.offsetY);
      }, { passive: false });
      canvas.addEventListener("keydown", (event) => this.key(event));
      canvas.addEventListener("focus", () => {
        if (this.chosen >= 0) this.choose(this.chosen);
      });
      canvas.addEventListener("blur", () => this.choose(-1, false));
      this.listenToPointers();
    }

    listenToPointers() {
      const { canvas } = this;
      const down = new Map();
      let moved = 0;
      const place = (event) => [event.offsetX, event.offsetY];
      canvas.addEventListener("pointerdown", (event) => {
        canvas.setPointerCapture(event.pointerId);
        down.set(event.pointerId, place(event));
        moved = down.size > 1 ? Infinity : 0;
      });
      canvas.addEventListener("pointermove", (event) => {
        if (!down.has(event.pointerId)) {
          if (event.pointerType !== "touch") this.point(this.near(...place(event)));
          return;
        }
        const before = [...down.values()];
        const old = down.get(event.pointerId);
        down.set(event.pointerId, place(event));
        const after = [...down.values()];
        const middle = (points, axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length;
        const [dx, dy] = [0, 1].map((axis) => middle(after, axis) - middle(before, axis));
        moved += Math.hypot(event.offsetX - old[0], event.offsetY - old[1]);
        if (moved < 4) return;
        this.view.left += dx;
        this.view.top += dy;
        if (after.length === 2) {
          const spread = ([p, q]) => Math.hypot(p[0] - q[0], p[1] - q[1]);
          this.zoom(spread(after) / Math.max(spread(before), 1), middle(after, 0), middle(after, 1));
        }
        canvas.classList.add("dragged");
        this.draw();
      });
      const up = (event) => {
        const single = down.delete(event.pointerId) && moved < 4 && event.type === "pointerup";
        canvas.classList.remove("dragged");
        if (!single) return;
        const page = this.near(...place(event), event.pointerType === "touch" ? 24 : NEAR);
        // a finger cannot hover: its first tap shows the card, the second opens the page
        if (event.pointerType === "touch" && page !== this.pointed) this.point(page);
        else if (page >= 0) this.open(page, event.ctrlKey || event.metaKey);
      };
      canvas.addEventListener("pointerup", up);
      canvas.addEventListener("pointercancel", up);
      canvas.addEventListener("pointerleave", (event) => {
        if (event.pointerType !== "touch") this.point(-1);
      });
    }

    key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const pan = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
      const walk = { n: 1, p: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
      if (event.key in pan) {
        this.view.left += 60 * pan[event.key][0];
        this.view.top += 60 * pan[event.key][1];
      } else if (event.key in walk) this.walk(walk[event.key]);
      else if (event.key === "+" || event.key === "=") this.zoom(1.25);
      else if (event.key === "-") this.zoom(0.8);
      else if (event.key === "0") this.fit();
      else if (event.key === "Escape") this.choose(-1);
      else if (event.key === "Enter" && this.chosen >= 0) this.open(this.chosen);
      else return;
      event.preventDefault();
      this.draw();
    }

    // To the page so many places on, in the order of their ranks, among those that are kept.
    walk(by) {
      const kept = [...this.graph.url.keys()].filter((page) => this.isKept(page));
      if (!kept.length) return;
      const here = kept.indexOf(this.chosen);
      const next = here < 0 && by === 1 ? 0 : Math.max(here, 0) + by;
      this.choose(kept[Math.min(Math.max(next, 0), kept.length - 1)]);
    }

    choose(page, remember = true) {
      if (remember) this.chosen = page;
      this.shown = page;
      if (page >= 0) {
        const [x, y] = this.at(page);
        const { width, height } = this.view;
        if (x < 40 || y < 40 || x > width - 40 || y > height - 40) {
          this.view.left += width / 2 - x;
          this.view.top += height / 2 - y;
        }
        const { graph } = this;
        this.find("live").textContent =
          `${graph.title[page]}. ${this.about(page)}. ${page + 1} of ${graph.size}.`;
      }
      this.draw();
    }

    point(page) {
      if (page === this.pointed) return;
      this.pointed = page;
      this.canvas.classList.toggle("pointing", page >= 0);
      this.draw();
    }

    open(page, apart = false) {
      const address = this.address(page);
      if (!address) return;
      if (apart || !this.pattern) window.open(address, "_blank", "noopener");
      else window.location.assign(address);
    }

    // In the application the page's view; in a report the page itself, if it is on the web.
    address(page) {
      const url = this.graph.url[page];
      if (this.pattern) return this.pattern + encodeURIComponent(url);
      return /^https?:\/\//i.test(url) ? url : "";
    }

    get links() {
      return this.onlyListed.checked ? this.graph.listed : this.graph.every;
    }

    isKept(page) {
      return this.links.least[page] <= this.threshold + 1e-6;
    }

    filter() {
      this.threshold = Number(this.slider.value);
      const { graph, links } = this;
      this.first = links.cut(this.threshold);
      // those beyond what is drawn all have more entropy than any that is
      const left = this.threshold >= 1 && links === graph.every ? graph.allLinks - links.length : 0;
      const kept = links.length - this.first + left;
      const pages = links.pages(this.threshold);
      const share = (part, of) => `${of ? ((100 * part) / of).toFixed(1) : 0} %`;
      const number = (value) => value.toLocaleString("en");
      this.find("value").textContent = this.threshold.toFixed(2);
      this.find("page-count").textContent = number(pages);
      this.find("page-share").textContent = share(pages, graph.size);
      this.find("link-count").textContent = number(kept);
      this.find("link-share").textContent = share(kept, graph.allLinks);
      const here = this.query();
      this.root.querySelectorAll("[data-map-preset]").forEach((button) =>
        button.setAttribute("aria-pressed", String(button.dataset.mapPreset === here)));
      this.root.style.setProperty("--threshold", this.threshold);
      this.draw();
    }

    query() {
      const asked = new URLSearchParams();
      if (this.threshold < 1) asked.set("t", this.threshold.toFixed(2));
      if (this.onlyListed.checked) asked.set("listed", "1");
      return asked.toString();
    }

    // The slider rests: whoever keeps the table beside the map hears of it.
    settled() {
      this.root.dispatchEvent(new CustomEvent("settled", { bubbles: true, detail: this.query() }));
    }

    // Colours as the style sheet has them, light or dark.
    readInks() {
      const sample = this.root.appendChild(document.createElement("i"));
      const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      this.inks = {};
      for (const name of ["weak", "strong", "toc", "article", "other", "ground", "text", "focus"]) {
        sample.style.color = `var(--map-${name})`;
        probe.fillStyle = getComputedStyle(sample).color;
        probe.fillRect(0, 0, 1, 1);
        const parts = [...probe.getImageData(0, 0, 1, 1).data.slice(0, 3)];
        this.inks[name] = name === "weak" || name === "strong" ? parts : `rgb(${parts.join(" ")})`;
      }
      this.font = getComputedStyle(sample).fontFamily;
      sample.remove();
    }

    restyle() {
      this.readInks();
      this.draw();
    }

    resize() {
      const { width, height } = this.stage.getBoundingClientRect();
      const ratio = Math.min(window.devicePixelRatio || 1, 2);
      const grown = width / this.view.width;
      for (const canvas of [this.canvas, this.below]) {
        canvas.width = Math.max(Math.round(width * ratio), 1);
        canvas.height = Math.max(Math.round(height * ratio), 1);
      }
      this.ratio = ratio;
      const old = [this.view.width, this.view.height];
      Object.assign(this.view, { width, height });
      this.graph.fill(width, height);
      if (old[0] > 1 && Math.abs(grown - 1) > 0.001) this.fit();
    }

    fit() {
      const { view, graph } = this;
      const [left, right] = bounds(graph.x);
      const [top, bottom] = bounds(graph.y);
      const margin = Math.min(48, view.width / 10);
      // on a narrow stage the counts and the buttons take its whole width, and so does the legend
      const [over, under] = view.width < NARROW ? [64, 44] : [margin, margin];
      const across = (view.width - 2 * margin) / Math.max(right - left, 1);
      const down = (view.height - over - under) / Math.max(bottom - top, 1);
      view.scale = this.least = Math.max(Math.min(across, down), 1e-6);
      view.left = view.width / 2 - (view.scale * (left + right)) / 2;
      view.top = (view.height + over - under) / 2 - (view.scale * (top + bottom)) / 2;
      this.rescaled();
    }

    zoom(by, x = this.view.width / 2, y = this.view.height / 2) {
      const { view } = this;
      const scale = Math.min(Math.max(view.scale * by, this.least / 3), this.least * 60);
      const real = scale / view.scale;
      view.left = x - (x - view.left) * real;
      view.top = y - (y - view.top) * real;
      view.scale = scale;
      this.rescaled();
      this.draw();
    }

    rescaled() {
      this.enlarged = (this.view.scale / this.least) ** 0.35;
      this.view.stroke = Math.min(Math.max(this.enlarged, 0.8), 1.7);
    }

    at(page) {
      const { view, graph } = this;
      return [graph.x[page] * view.scale + view.left, graph.y[page] * view.scale + view.top];
    }

    near(x, y, reach = NEAR) {
      let [best, least] = [-1, reach];
      for (let page = 0; page < this.graph.size; page++) {
        const [px, py] = this.at(page);
        const away = Math.hypot(px - x, py - y) - this.graph.radius(page) * this.enlarged / 2;
        if (away < least && this.isKept(page)) [best, least] = [page, away];
      }
      return best;
    }

    draw() {
      this.waiting ||= requestAnimationFrame(() => {
        this.waiting = 0;
        this.paint();
      });
    }

    about(page) {
      const { graph, links } = this;
      const kind = { toc: "Table of contents", article: "Article", other: "Other page" };
      let [to, from] = [0, 0];
      for (const i of links.of(page, this.first)) {
        if (links.source[i] === page) to++;
        else from++;
      }
      const plural = (count) => `${count} link${count === 1 ? "" : "s"}`;
      return `${kind[graph.kind[page]]}, ${plural(to)} from here, ${plural(from)} to here`;
    }

    // Beside the page, on the side on which fewer of its neighbours are.
    card(page, beside) {
      const card = this.find("card");
      card.hidden = page < 0;
      if (page < 0) return;
      const { graph, view } = this;
      const [title, about, url] = card.children;
      title.textContent = graph.title[page];
      about.textContent = this.about(page);
      url.textContent = readable(graph.url[page]);
      const [x, y] = this.at(page);
      const [width, height] = [card.offsetWidth, card.offsetHeight];
      const gap = graph.radius(page) * this.enlarged + 12;
      const rightward = [...beside].reduce((sum, other) => sum + Math.sign(this.at(other)[0] - x), 0);
      const [left, right] = [x - gap - width, x + gap];
      const isNarrow = Math.max(left, view.width - right - width) < 0;
      const place = (rightward > 0 && left > 0) || right + width > view.width ? left : right;
      card.style.left = `${Math.max(Math.min(place, view.width - width - 4), 4)}px`;
      const above = isNarrow ? (y < view.height / 2 ? view.height : 0) : y - height / 2;
      card.style.top = `${Math.max(Math.min(above, view.height - height - 4), 4)}px`;
    }
  }

  function bounds(values) {
    let [low, high] = [Infinity, -Infinity];
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return low <= high ? [low, high] : [0, 0];
  }

  function readable(url) {
    try {
      return decodeURI(url).replace(/^https?:\/\//, "");
    } catch {
      return url;
    }
  }

  async function start(root) {
    const data = root.querySelector("script[data-map-data]");
    try {
      const answer = data ? null : await fetch(root.dataset.src);
      if (answer && !answer.ok) throw new Error((await answer.json()).error);
      root.linkMap = new LinkMap(root, data ? JSON.parse(data.textContent) : await answer.json());
    } catch (error) {
      const live = root.querySelector("[data-map-live]");
      live.textContent = `The map cannot be drawn: ${error.message}`;
      live.classList.remove("visually-hidden");
    }
  }

  document.querySelectorAll("[data-map]").forEach(start);
})();
