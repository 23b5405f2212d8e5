// Where the browser lets a worker run (HTTPS, or this machine): our own files, the rules of the games one plays and the pages of
// one's tables as they were last seen are there when the server is not. The page itself says that it may be old.
"use strict";
const FILES = "companion-files-2";
const PAGES = "companion-pages-2";
const RULES = "companion-rules-1";
const KEPT = /^\/(t\/|rules\/|$)/; // pages that are kept as they were last seen
const NEVER = /\/(live|game\.json|file\/|photos\/)/;
const MOST = 80;

self.addEventListener("install", (event) => {
  const fresh = (address) => new Request(address, { cache: "reload" });
  event.waitUntil(caches.open(PAGES).then((store) => store.add(fresh("/offline"))));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (![FILES, PAGES, RULES].includes(name)) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (NEVER.test(pathname)) return;
  else if (request.mode === "navigate" || (request.headers.has("HX-Request") && KEPT.test(pathname))) {
    event.respondWith(page(request, pathname));
  }
});

self.addEventListener("message", (event) => {
  if (event.data.rules) event.waitUntil(keepRules(event.data.rules));
});

// All rules of a game come in one answer, path by path; its own address says that they are here.
async function keepRules(address) {
  const store = await caches.open(RULES);
  if (await store.match(address)) return;
  const answer = await fetch(address);
  if (!answer.ok) return;
  for (const [path, html] of Object.entries(await answer.json())) await store.put(path, new Response(html));
  await store.put(address, new Response());
}

async function file(request) {
  const store = await caches.open(FILES);
  const known = await store.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) store.put(request, answer.clone());
  return answer;
}

// A part that htmx fetched is kept beside the whole page of the same address; either can stand for the other.
const part = (url) => `${url}${url.includes("?") ? "&" : "?"}_part`;

async function page(request, pathname) {
  const store = await caches.open(PAGES);
  const whole = !request.headers.has("HX-Request");
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected && KEPT.test(pathname)) {
      await store.put(whole ? request.url : part(request.url), answer.clone());
      const kept = await store.keys();
      await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST)).map((old) => store.delete(old)));
    }
    return answer;
  } catch {
    return old((await lastSeen(store, request.url, whole)) || (await rule(pathname)) || (await text(await store.match("/offline"))));
  }
}

// A page out of the phone says that it is: in itself, and in its head where only a part is looked at.
const old = (html) => new Response(html.replace("<html ", "<html data-kept "), {
  headers: { "Content-Type": "text/html; charset=utf-8", "Kept": "yes" },
});

const text = (answer) => answer && answer.text();

async function rule(path) {
  const html = await text(await (await caches.open(RULES)).match(path));
  const frame = await text(await caches.match("/offline"));
  return html && frame.replace(/(<main[^>]*>)[^]*<\/main>/, (_, main) => `${main}${html}</main>`);
}

async function lastSeen(store, url, whole) {
  const rules = { ignoreSearch: new URL(url).pathname.startsWith("/rules/") };
  const known = await text(await store.match(url, rules));
  const piece = await text(await store.match(part(url)));
  if (!whole) return piece || known;
  if (!piece) return known;
  // The frame around the part is that of any page.
  const [head, , foot] = (await text(await store.match("/offline"))).split("<!--page-->");
  return `${head}${piece}${foot}`;
}
