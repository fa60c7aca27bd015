// The service worker: shows that a job has ended, and opens it. It does nothing else. Without a handler of `fetch` it
// answers no requests, so pages load as if it were not there, and a deploy never meets an old copy of itself.

/** What worker/jobs/ready-texts.ts sends: `{ title, body, path, tag }`. */
self.addEventListener('push', (event) => event.waitUntil(show(event.data?.json())))

async function show({ title, body, path, tag }) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A page in sight tells the same. A browser takes the permission from sites that show nothing, so this is only quiet.
  const silent = windows.some(({ visibilityState }) => visibilityState === 'visible')
  await self.registration.showNotification(title, {
    body,
    tag,
    silent,
    lang: 'ru',
    icon: '/icon-192.png',
    data: { path }
  })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

async function open(path) {
  const { href, origin } = new URL(path, self.location.origin)
  if (origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => url === href)
  await (there ? there.focus() : self.clients.openWindow(href))
}
