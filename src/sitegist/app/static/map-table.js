"use strict";
// Beside the map: the table and the address follow the slider when it rests.
(() => {
  const root = document.querySelector("[data-map]");
  root.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  root.addEventListener("settled", async ({ detail }) => {
    const address = window.location.pathname + (detail && `?${detail}`);
    window.history.replaceState(null, "", address);
    const answer = await fetch(address);
    if (!answer.ok || address !== window.location.pathname + window.location.search) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    const table = document.querySelector("[data-map-table]");
    table.replaceWith(document.adoptNode(found.querySelector("[data-map-table]")));
  });
})();
