// Everything works without this file. It keeps the phones in step, says when the connection is lost,
// and lets a keyboard type on the keypad.
"use strict";
(() => {
  const EVERY = 1000;
  const page = () => document.getElementById("page");
  const lost = (is) => { document.getElementById("lost").hidden = !is; };

  // A form that is being filled in is left alone; the server tells two versions apart when it is sent.
  const busy = () => {
    const active = document.activeElement;
    return Boolean(document.querySelector("details[open]"))
      || Boolean(active && active.matches("input:not([type=hidden]), select"))
      || Boolean(document.querySelector("form.face input:checked"));
  };

  async function look() {
    const table = page();
    const { live, seen } = table ? table.dataset : {};
    if (!live || document.hidden) return;
    let answer;
    try {
      answer = await fetch(`${live}?seen=${seen}`, { headers: { "HX-Request": "true" }, cache: "no-store" });
    } catch {
      lost(true);
      return;
    }
    lost(false);
    if (answer.status === 204 || busy() || page() !== table) return;
    // Removed from the table, or something has changed: show this address as it is now.
    await htmx.ajax("GET", location.pathname + location.search, { target: "#page", select: "#page", swap: "outerHTML show:none" });
  }

  const loop = async () => {
    await look().catch(() => {});
    setTimeout(loop, EVERY);
  };
  setTimeout(loop, EVERY);
  window.addEventListener("offline", () => lost(true));
  document.addEventListener("htmx:sendError", () => lost(true));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look().catch(() => {}); });

  // Focus stays where it was, or goes to the beginning of what is new; so does the eye when the page is another one.
  let was = {};
  document.addEventListener("htmx:beforeSwap", () => {
    const { dataset, attributes } = document.activeElement || document.body;
    was = { path: location.pathname, key: dataset.key, href: attributes.href?.value, label: attributes["aria-label"]?.value };
  });
  document.addEventListener("htmx:afterSettle", () => {
    const same = Object.entries({ "data-key": was.key, href: was.href, "aria-label": was.label })
      .filter(([, value]) => value)
      .map(([name, value]) => document.querySelector(`#page [${name}="${CSS.escape(value)}"]`));
    (same.find(Boolean) || document.getElementById("main"))?.focus({ preventScroll: true });
    if (was.path !== location.pathname) window.scrollTo(0, 0);
  });

  if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("/sw.js");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, summary")) return;
    if (event.key === "Enter" && event.target.closest("a, button")) return;
    const key = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (key) {
      event.preventDefault();
      key.click();
    }
  });
})();
