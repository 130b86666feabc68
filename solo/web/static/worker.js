// Where a browser allows it, a page that says what to do is there also when the computer is away.
"use strict";
const KEPT = "castellan", AWAY = ["/away", "/style.css"];
addEventListener("install", (event) => event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(AWAY)).then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event, isPage = request.mode === "navigate";
  if (!isPage && !new URL(request.url).pathname.startsWith("/style.css")) return;
  event.respondWith(fetch(request).catch(() => caches.match(isPage ? "/away" : request, { ignoreSearch: true })));
});
