"use strict";
// What is open stands in the address, so that back, forward and bookmarks work; arrows walk.
(() => {
  const reader = document.querySelector("[data-reader]");
  const crumbs = document.querySelector("[data-crumbs] ol");
  const parts = [...reader.querySelectorAll("[data-part]")];
  const byKey = new Map(parts.map((part) => [part.dataset.part, part]));
  const asked = () => new URLSearchParams(window.location.search).get("open") || "";
  let order = asked().split(".").filter((key) => byKey.has(key));
  let quiet = false;

  const address = (keys) => {
    const query = new URLSearchParams(window.location.search);
    query.delete("open");
    if (keys.length) query.set("open", keys.join("."));
    return `${window.location.pathname}?${query}`;
  };

  const around = (part) => {
    const found = [];
    for (let at = part; at; at = at.parentElement.closest("[data-part]")) found.unshift(at);
    return found;
  };

  // Every part that is open, in the order in which they were opened.
  function note() {
    const open = parts.filter((part) => part.open).map((part) => part.dataset.part);
    order = [...order.filter((key) => open.includes(key)), ...open.filter((key) => !order.includes(key))];
  }

  function tell() {
    const last = byKey.get(order.at(-1));
    crumbs.querySelectorAll("li:not(:first-child)").forEach((item) => item.remove());
    const path = last ? around(last) : [];
    for (const part of path) {
      const link = document.createElement("a");
      link.textContent = part.querySelector(".head").textContent;
      link.dataset.open = part.dataset.part;
      link.dir = "auto";
      link.href = address([part.dataset.part]);
      if (part === last) link.setAttribute("aria-current", "true");
      const item = document.createElement("li");
      item.append(link);
      crumbs.append(item);
    }
  }

  function show(keys) {
    quiet = true;
    const wanted = new Set(keys.flatMap((key) => around(byKey.get(key) || null)));
    for (const part of parts) part.open = wanted.has(part);
    order = keys.filter((key) => byKey.has(key));
    note();
    tell();
    // toggle events come later
    setTimeout(() => { quiet = false; });
  }

  reader.addEventListener("toggle", (event) => {
    if (quiet) return;
    // what lies in a closed part is closed with it
    if (!event.target.open) event.target.querySelectorAll("[open]").forEach((part) => { part.open = false; });
    const before = order.join(".");
    note();
    if (order.join(".") === before) return;
    history.pushState(null, "", address(order));
    tell();
  }, true);

  window.addEventListener("popstate", () => show(asked().split(".").filter(Boolean)));

  crumbs.addEventListener("click", (event) => {
    const link = event.target.closest("[data-open]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const key = link.dataset.open;
    show(key ? [key] : []);
    history.pushState(null, "", address(order));
    const part = byKey.get(key);
    (part || document.querySelector("main")).scrollIntoView();
    if (part) part.querySelector("summary").focus({ preventScroll: true });
  });

  reader.addEventListener("keydown", (event) => {
    if (event.target.localName !== "summary" || event.altKey || event.ctrlKey || event.metaKey) return;
    const part = event.target.parentElement;
    const seen = [...reader.querySelectorAll("summary")].filter((one) => one.checkVisibility());
    const place = seen.indexOf(event.target);
    const rightward = getComputedStyle(part).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const leftward = rightward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
    if (event.key === "ArrowDown") seen[place + 1]?.focus();
    else if (event.key === "ArrowUp") seen[place - 1]?.focus();
    else if (event.key === rightward) part.open = true;
    else if (event.key === leftward && part.open) part.open = false;
    else if (event.key === leftward || event.key === "Escape") {
      const above = event.key === "Escape" && part.open ? part : part.parentElement.closest("[data-part]");
      if (!above) return;
      above.open = false;
      above.querySelector("summary").focus();
    } else return;
    event.preventDefault();
  });

  note();
  tell();
})();
