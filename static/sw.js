// Where the browser lets a worker run (HTTPS, or this machine): our own files, the rules in brief and the pages of one's tables
// as they were last seen are there when the server is not. The page itself says that it may be old.
"use strict";
const FILES = "companion-files-2";
const PAGES = "companion-pages-2";
const KEPT = /^\/(t\/|rules\/|$)/; // pages that are kept as they were last seen
const NEVER = /\/(live|game\.json|file\/|photos\/)/;
const MOST = 80;

self.addEventListener("install", (event) => {
  const fresh = (address) => new Request(address, { cache: "reload" });
  event.waitUntil(caches.open(PAGES).then((store) => store.add(fresh("/offline"))));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (![FILES, PAGES].includes(name)) await caches.delete(name);
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
    return (await lastSeen(store, request.url, whole)) || store.match("/offline");
  }
}

async function lastSeen(store, url, whole) {
  const rules = { ignoreSearch: new URL(url).pathname.startsWith("/rules/") };
  const known = await store.match(url, rules);
  const piece = await store.match(part(url));
  if (!whole) return piece || known;
  if (known && !piece) return known;
  if (!piece) return undefined;
  // The frame around the part is that of any page.
  const frame = await (await store.match("/offline")).text();
  const [head, , foot] = frame.split("<!--page-->");
  return new Response(`${head}${await piece.text()}${foot}`, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}
