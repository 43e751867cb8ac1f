// Where the origin is secure: scripts and styles stay at hand, and so do the rules pages that were read.

const KEPT = "ludotheque";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.method !== "GET" || !/\/(static|rules)\//.test(path)) return;
  event.respondWith(path.includes("/static/") ? fromHere(request) : fromThere(request));
});

async function fromHere(request) {
  return (await caches.match(request)) ?? fromThere(request);
}

async function fromThere(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(KEPT)).put(request, answer.clone());
    return answer;
  } catch (problem) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw problem;
  }
}
