// Light or dark: as the system says, until somebody presses the button.
const KEY = "sitegist-theme";
const root = document.documentElement;

function kept() {
  try { return localStorage.getItem(KEY); } catch { return null; }
}

if (kept()) root.dataset.theme = kept();

document.addEventListener("DOMContentLoaded", () => {
  const button = document.querySelector("button.theme");
  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  button.hidden = false;
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem(KEY, root.dataset.theme); } catch { /* for this page only, then */ }
  });
});
