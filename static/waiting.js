// What is entered while the server cannot be reached waits on this phone and is sent once, in order, when it is back: on the next
// load, when the phone is online again, and every few seconds until then. Each form carries its own mark, so the server
// takes it once even if the answer to the first sending was lost.
"use strict";
(() => {
  const STORE = "forms";
  const EVERY = 3000;
  const ENTRY = /^\/t\/[^/]+\/(do\/|undo$)/;
  if (!("indexedDB" in window)) return;

  const opened = new Promise((done, failed) => {
    const asked = indexedDB.open("companion", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "number", autoIncrement: true });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  async function within(mode, work) {
    const db = await opened;
    return new Promise((done, failed) => {
      const transaction = db.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = () => failed(transaction.error);
    });
  }
  const waiting = () => within("readonly", (store) => store.getAll());

  async function say() {
    const banner = document.getElementById("waiting");
    const { length } = await waiting();
    banner.hidden = !length;
    if (length) banner.textContent = (length === 1 ? banner.dataset.one : banner.dataset.many).replace("#", length);
  }

  async function keep(path, fields) {
    const id = fields.get("form_id");
    const known = (await waiting()).some((form) => new URLSearchParams(form.body).get("form_id") === id);
    if (!known) await within("readwrite", (store) => store.add({ path, body: fields.toString() }));
    await say();
  }

  document.addEventListener("htmx:sendError", ({ detail }) => {
    const { verb, path, formData, headers } = detail.requestConfig;
    if (verb !== "post" || headers["Content-Type"] === "multipart/form-data") return;
    const { pathname } = new URL(path, location.href);
    const fields = [...formData].filter(([, value]) => typeof value === "string");
    if (ENTRY.test(pathname)) keep(pathname, new URLSearchParams(fields));
  });

  let sending = false;
  let shown = false; // an answer that somebody has to look at first
  async function send() {
    if (sending || shown) return;
    sending = true;
    try {
      for (const { number, path, body } of await waiting()) {
        const answer = await fetch(path, {
          method: "POST", body, headers: { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" },
        });
        if (answer.status >= 500) break;
        await within("readwrite", (store) => store.delete(number));
        if (!answer.ok) {
          shown = true;
          htmx.swap("#page", await answer.text(), { swapStyle: "outerHTML" }, { select: "#page" });
          break;
        }
      }
    } catch {
      // Still out of reach: it all stays where it is.
    } finally {
      sending = false;
      await say();
    }
  }
  document.addEventListener("htmx:beforeRequest", () => { shown = false; });
  window.addEventListener("online", send);
  setInterval(send, EVERY);
  say().then(send).catch(() => {});
})();
