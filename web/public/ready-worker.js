// The service worker. It shows that a job has ended, answers without a network with the page of saved chats (/offline), and takes
// what other apps share with the site. Pages come from the network whenever there is one, so nobody is kept on an old deploy; calls
// of the API never pass through here. Its files are those of one build, kept under that build's name.

// scripts/site/offline-files.ts writes both: the build, and the files that /offline needs, its first script at the beginning.
const build = ''
const files = []

const offlinePage = '/offline'
const shellName = `shell-${build}`
const kept = new Set(files)

self.addEventListener('install', (event) => {
  // A browser that can do this asks the API without waking the worker.
  event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' })?.catch(() => undefined)
  event.waitUntil(install())
})

/** What cannot be kept fails the installation: the worker before this one stays, with its files, until the next visit. */
async function install() {
  await self.skipWaiting()
  if (files.length === 0) return
  const shell = await caches.open(shellName)
  await shell.addAll([new Request(offlinePage, { cache: 'reload' }), ...files])
  const page = await shell.match(offlinePage)
  // Another deploy came in between: its page needs other files.
  if (page.redirected || !(await page.text()).includes(files[0])) {
    await caches.delete(shellName)
    throw new Error('The page is of another build')
  }
}

self.addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('shell-') && name !== shellName)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.clients.claim()
  await dropOld()
}

/** Documents that are no pages of the site. */
const elsewhere = /^\/(api|v1|operator|diagram|document)\//

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (request.method === 'POST' && pathname === '/share-target') return event.respondWith(receive(request))
  if (request.method !== 'GET') return
  if (kept.has(pathname)) return event.respondWith(pathname.startsWith('/assets/') ? hashed(request) : named(request))
  const isPage = request.mode === 'navigate' && request.destination === 'document' && !elsewhere.test(pathname)
  if (!isPage) return
  event.respondWith(pageFor(request))
  event.waitUntil(dropOld())
})

const keptAt = (url) => caches.match(url, { cacheName: shellName, ignoreVary: true })

/** Its name changes with its content, so a kept file is never old. */
const hashed = async (request) => (await keptAt(request.url)) ?? fetch(request)

async function named(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const file = await keptAt(request.url)
    if (!file) throw error
    return file
  }
}

async function pageFor(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const page = await keptAt(offlinePage)
    if (!page) throw error
    const { pathname, search } = new URL(request.url)
    // Under its own address, so that the page is what its HTML and the router say.
    return pathname === offlinePage
      ? page
      : Response.redirect(`${offlinePage}?${new URLSearchParams({ to: pathname + search })}`, 302)
  }
}

// What another app shares. It waits in a cache for the page /received, which empties it: src/app/received/received.ts.

const receivedName = 'received'
const filesMax = 10
const bytesMax = 100 * 1024 * 1024
const textLengthMax = 50_000
const nameLengthMax = 200

async function receive(request) {
  try {
    await keep(await request.formData())
    return Response.redirect('/received', 303)
  } catch {
    return Response.redirect('/received?failed', 303)
  }
}

/** Replaces what was shared before. What does not fit is counted, so that the page can say so. */
async function keep(form) {
  await caches.delete(receivedName)
  const textOf = (name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, textLengthMax) : ''
  }
  const given = form.getAll('files').filter((file) => typeof file !== 'string' && (file.size > 0 || file.name !== ''))
  const taken = []
  let bytes = 0
  for (const file of given) {
    if (taken.length === filesMax || bytes + file.size > bytesMax) continue
    bytes += file.size
    taken.push(file)
  }
  const about = {
    title: textOf('title'),
    text: textOf('text'),
    url: textOf('url'),
    files: taken.map(({ name, type }) => ({ name: name.slice(-nameLengthMax), type })),
    left: given.length - taken.length,
    at: Date.now()
  }
  const cache = await caches.open(receivedName)
  for (const [index, file] of taken.entries()) await cache.put(`/received/${index}`, new Response(file))
  // Last: without it nothing counts as received.
  await cache.put('/received/about', new Response(JSON.stringify(about)))
}

const keptMs = 24 * 3_600_000

/** What nobody has used within a day, opened or not: who shared it may not come back. Never fails what it goes along with. */
async function dropOld() {
  try {
    for (const name of [receivedName, 'received-own']) {
      if (!(await caches.has(name))) continue
      const answer = await (await caches.open(name)).match('/received/about')
      const at = (await answer?.json().catch(() => null))?.at
      // One without a record is being filled.
      if (typeof at === 'number' && Date.now() - at > keptMs) await caches.delete(name)
    }
  } catch {
    // The next page tries again.
  }
}

/** What worker/jobs/ready-texts.ts sends: `{ title, body, path, tag }`. */
self.addEventListener('push', (event) => event.waitUntil(Promise.all([show(event.data?.json()), dropOld()])))

async function show({ title, body, path, tag }) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A page in sight tells the same. A browser takes the permission from sites that show nothing, so this is only quiet.
  const silent = windows.some(({ visibilityState }) => visibilityState === 'visible')
  if (!silent) await addToBadge(tag).catch(() => undefined)
  await self.registration.showNotification(title, {
    body,
    tag,
    silent,
    lang: 'ru',
    icon: '/icon-192.png',
    data: { path }
  })
}

/** The works on the badge of the icon, until the site is in sight again: src/app/icon-badge.ts. */
async function addToBadge(work) {
  if (!navigator.setAppBadge) return
  const cache = await caches.open('badge')
  const known = (await (await cache.match('/badge'))?.json()) ?? []
  const works = [...new Set([...known, work])]
  await cache.put('/badge', new Response(JSON.stringify(works)))
  await navigator.setAppBadge(works.length)
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
