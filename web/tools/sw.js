// The house's service worker. It keeps one page, which says in friendly words that the house cannot be reached; whatever
// else is asked for comes from the house itself, so nobody ever sees an old page. And it shows the house's messages.
const KEPT = 'zauber-offline-';
const CACHE = `${KEPT}VERSION`;

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add(new Request('offline.html', { cache: 'reload' })))
      .then(() => skipWaiting()),
  );
});

addEventListener('activate', (event) => {
  const old = (name) => name.startsWith(KEPT) && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(fetch(event.request).catch(async () => (await caches.match('offline.html')) ?? Response.error()));
});

addEventListener('push', (event) => {
  const { title, body, table } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag: table, renotify: true, icon: 'icon-192.png', data: table }));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(`t/${event.notification.data}`, registration.scope).href;
  const show = async () => {
    const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    const open = windows.find((window) => window.url.split(/[?#]/)[0] === address);
    return open ? open.focus() : clients.openWindow(address);
  };
  event.waitUntil(show());
});
