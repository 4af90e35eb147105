"use strict";
// How the map is painted: pages, the links of the one that is pointed at, and names.
mapParts.Painting = (() => {
  const MOST_LABELS = 40;

  class Painting {
    paint() {
      const { context, graph, view, inks, links } = this;
      const active = this.pointed >= 0 ? this.pointed : this.shown ?? -1;
      const count = Math.max(links.length - this.first, 1);
      // the more links, the less ink for each, so that a mess is a haze
      const ink = Math.min(Math.max(Math.sqrt(1500 / count), 0.1), 1);
      this.painter.draw(links, this.first, view, inks, active >= 0 ? ink / 3 : ink);
      context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
      context.clearRect(0, 0, view.width, view.height);
      const beside = active >= 0 ? this.paintLinksOf(active) : null;
      for (let page = graph.size - 1; page >= 0; page--) {
        if (page !== active) this.paintPage(page, beside ? beside.has(page) : true);
      }
      if (active >= 0) this.paintPage(active, true);
      if (this.chosen >= 0 && this.shown === this.chosen) this.paintFocus(this.chosen);
      this.paintLabels(active, beside);
      this.card(active, beside);
    }

    paintLinksOf(page) {
      const { context, links, inks } = this;
      const beside = new Set([page]);
      const [x, y] = this.at(page);
      context.strokeStyle = inks.focus;
      for (const i of links.of(page, this.first)) {
        const other = links.source[i] === page ? links.target[i] : links.source[i];
        beside.add(other);
        context.globalAlpha = 0.25 + 0.6 * (1 - links.entropy[i]);
        context.lineWidth = 1 + 1.2 * (1 - links.entropy[i]);
        context.beginPath();
        context.moveTo(x, y);
        context.lineTo(...this.at(other));
        context.stroke();
      }
      context.globalAlpha = 1;
      return beside;
    }

    paintPage(page, isBright) {
      const { context, graph, view, inks } = this;
      const [x, y] = this.at(page);
      if (x < -30 || y < -30 || x > view.width + 30 || y > view.height + 30) return;
      const kept = this.isKept(page);
      const kind = graph.kind[page];
      const r = kept ? graph.radius(page) * this.enlarged : 1.6 * this.enlarged;
      context.globalAlpha = kept ? (isBright ? 1 : 0.3) : 0.35;
      context.fillStyle = inks[kept ? kind : "other"];
      context.beginPath();
      shape(context, kept ? kind : "article", x, y, r);
      if (kept) {
        context.lineWidth = 2;
        context.strokeStyle = inks.ground;
        context.stroke();
      }
      context.fill();
      context.globalAlpha = 1;
    }

    paintFocus(page) {
      const { context, inks } = this;
      context.beginPath();
      context.arc(...this.at(page), this.graph.radius(page) * this.enlarged + 6, 0, 7);
      context.lineWidth = 5;
      context.strokeStyle = inks.ground;
      context.stroke();
      context.lineWidth = 2.5;
      context.strokeStyle = inks.focus;
      context.stroke();
    }

    // As many names as there is room for, the larger tables of contents first.
    paintLabels(active, beside) {
      const { context, graph, view, inks } = this;
      this.byArticles ||= [...graph.url.keys()].sort(
        (a, b) => (graph.kind[b] === "toc") - (graph.kind[a] === "toc")
          || graph.articles[b] - graph.articles[a] || a - b);
      const taken = [];
      context.font = `500 12px ${this.font}`;
      context.textAlign = "center";
      context.textBaseline = "top";
      context.lineJoin = "round";
      const close = view.scale / this.least;
      const most = Math.min(MOST_LABELS, (view.width * view.height) / 30000);
      const wanted = beside ? this.byArticles.filter((page) => beside.has(page)) : this.byArticles;
      const names = new Set();
      for (const page of wanted) {
        if (taken.length >= most) break;
        if (page === active || !this.isKept(page)) continue;
        if (graph.kind[page] !== "toc" && close < 2.5 && !beside) break;
        const [x, y] = this.at(page);
        if (x < 0 || y < 0 || x > view.width || y > view.height) continue;
        const text = shortened(graph.title[page], 24);
        if (names.has(text)) continue;
        const half = context.measureText(text).width / 2 + 6;
        const top = y + graph.radius(page) * this.enlarged + 3;
        const box = [x - half, top - 2, x + half, top + 16];
        if (box[0] < 0 || box[2] > view.width || box[3] > view.height) continue;
        if (taken.some((b) => b[0] < box[2] && box[0] < b[2] && b[1] < box[3] && box[1] < b[3])) continue;
        taken.push(box);
        names.add(text);
        context.lineWidth = 3.5;
        context.strokeStyle = inks.ground;
        context.strokeText(text, x, top);
        context.fillStyle = inks.text;
        context.fillText(text, x, top);
      }
    }
  }

  function shortened(text, most) {
    const signs = [...text];
    return signs.length <= most ? text : signs.slice(0, most - 1).join("").trimEnd() + "…";
  }

  // Tables of contents are squares, articles are circles, others are triangles.
  function shape(context, kind, x, y, r) {
    if (kind === "toc") context.roundRect(x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r, 0.35 * r);
    else if (kind === "article") context.arc(x, y, r, 0, 7);
    else {
      context.moveTo(x, y - 1.2 * r);
      context.lineTo(x + 1.1 * r, y + 0.8 * r);
      context.lineTo(x - 1.1 * r, y + 0.8 * r);
      context.closePath();
    }
  }

  return Painting;
})();
