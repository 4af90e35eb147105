// Methods, segmenters and blocks change without the page being loaded anew. Without this script
// the same addresses are followed, and the same forms are sent.
const form = document.querySelector("form[data-live]");
const LOOK_AGAIN = 700;
let latest = 0;
let timer = 0;

async function show(address, { keep = true, focus = "" } = {}) {
  const mine = ++latest;
  clearTimeout(timer);
  const before = document.getElementById(form.dataset.live);
  before.setAttribute("aria-busy", "true");
  let answer;
  try { answer = await fetch(address); } catch { answer = null; }
  if (mine !== latest) return;
  const text = answer?.ok ? await answer.text() : "";
  if (mine !== latest) return;
  const found = new DOMParser().parseFromString(text, "text/html");
  const after = found.getElementById(form.dataset.live);
  if (!after) { location.assign(address); return; }
  const open = before.querySelector("details[name][open] > summary h2")?.textContent;
  before.replaceWith(after);
  const fields = found.querySelector("form[data-live]");
  if (fields.elements.length !== form.elements.length) form.replaceChildren(...fields.childNodes);
  else for (const field of form.elements) if (field.name) field.value = fields.elements[field.name].value;
  limit();
  if (open && !after.querySelector(".why"))
    for (const each of after.querySelectorAll("details[name]"))
      each.open = each.querySelector("h2").textContent === open;
  if (keep) history.pushState(null, "", address);
  if (focus) document.querySelector(focus)?.focus();
  wait();
}

// While a method learns, ask again.
function wait() {
  if (document.querySelector("[data-learning]"))
    timer = setTimeout(() => show(location.href, { keep: false }), LOOK_AGAIN);
}

// A method works on some segmenters only.
function limit() {
  for (const method of form.querySelectorAll("select[name$=method]")) {
    const can = method.selectedOptions[0]?.dataset.segmenters?.split(" ");
    const segmenter = form.elements[method.name.replace("method", "segmenter")];
    for (const option of can && segmenter ? segmenter.options : [])
      option.disabled = !can.includes(option.value);
    if (segmenter?.selectedOptions[0]?.disabled) segmenter.value = can[0];
  }
}

if (form) {
  form.addEventListener("change", (event) => {
    if (!event.target.matches("select")) return;
    limit();
    const address = new URL(form.action);
    address.search = new URLSearchParams(new FormData(form));
    show(address.href);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a.live");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    show(link.href, { focus: "#why-title" });
  });
  addEventListener("popstate", () => show(location.href, { keep: false }));
  limit();
  wait();
}
