// The service worker, run as a browser runs it: pages without a network, and what other apps share.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { offlineFiles, withFiles } from '#scripts/site/offline-files.ts'

const origin = 'https://site.ru'
const source = readFileSync(new URL('../../web/public/ready-worker.js', import.meta.url), 'utf8')
const files = ['/assets/index.js', '/assets/start.js', '/before-paint.js']
const page = '<script src="/assets/index.js"></script>'

interface Asked {
  url: string
  method?: string
  mode?: string
  destination?: string
  formData?: () => Promise<FormData>
}

const pathOf = (asked: string | { url: string }) => new URL(typeof asked === 'string' ? asked : asked.url, origin)

const answerWith = (value: string | Blob | undefined) => (value === undefined ? undefined : new Response(value))

/** Caches as the worker uses them: answers by path. */
function standInForCaches() {
  const all = new Map<string, Map<string, string | Blob>>()
  const cacheOf = (name: string) => all.get(name) ?? all.set(name, new Map()).get(name)!
  return {
    all,
    api: (load: (path: string) => string) => ({
      keys: async () => [...all.keys()],
      delete: async (name: string) => all.delete(name),
      match: async (asked: string | { url: string }, { cacheName = '' }) =>
        answerWith(all.get(cacheName)?.get(pathOf(asked).pathname)),
      open: async (name: string) => ({
        addAll: async (list: (string | { url: string })[]) => {
          for (const one of list) cacheOf(name).set(pathOf(one).pathname, load(pathOf(one).pathname))
        },
        match: async (asked: string) => answerWith(all.get(name)?.get(asked)),
        put: async (asked: string, given: Response) => void cacheOf(name).set(asked, await given.blob())
      })
    })
  }
}

/** The real one takes only whole addresses here. */
class WorkerResponse extends Response {
  static override redirect = (to: string | URL, status?: number) =>
    new Response(null, { status: status ?? 302, headers: { location: String(to) } })
}
class WorkerRequest {
  url: string
  constructor(url: string) {
    this.url = url
  }
}

function newWorker({ html = page, caches = standInForCaches() } = {}) {
  const handlers: Record<string, (event: object) => void> = {}
  const network = { isUp: true, asked: [] as string[] }
  const load = (path: string) => (path === '/offline' ? html : `the file ${path}`)
  const self = {
    location: { origin },
    addEventListener: (name: string, handle: (event: object) => void) => void (handlers[name] = handle),
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined }
  }
  const fetch = async ({ url }: Asked) => {
    network.asked.push(pathOf(url).pathname)
    if (!network.isUp) throw new TypeError('Failed to fetch')
    return new Response('from the network')
  }
  runInNewContext(withFiles(source, html, files), {
    self,
    URL,
    URLSearchParams,
    Response: WorkerResponse,
    Request: WorkerRequest,
    caches: caches.api(load),
    fetch
  })
  const happen = async (name: string) => {
    let waited: Promise<unknown> | undefined
    handlers[name]?.({ waitUntil: (work: Promise<unknown>) => void (waited = work) })
    await waited
  }
  /** @returns what the worker answers; null: it leaves the request to the browser */
  const ask = async (request: Asked): Promise<Response | null> => {
    let answer: Promise<Response> | null = null
    const respondWith = (given: Promise<Response>) => void (answer = given)
    handlers['fetch']?.({ request: { method: 'GET', ...request }, respondWith, waitUntil: () => undefined })
    return answer
  }
  const open = (path: string) => ask({ url: origin + path, mode: 'navigate', destination: 'document' })
  const share = (form: FormData | 'broken') =>
    ask({
      url: `${origin}/share-target`,
      method: 'POST',
      mode: 'navigate',
      formData: async () => {
        if (form === 'broken') throw new TypeError('Not a form')
        return form
      }
    })
  return { happen, ask, open, share, network, caches }
}

async function installed(options = {}) {
  const worker = newWorker(options)
  await worker.happen('install')
  await worker.happen('activate')
  return worker
}

const shellsIn = ({ all }: ReturnType<typeof standInForCaches>) =>
  [...all.keys()].filter((name) => name.startsWith('shell-'))

test('a page comes from the network, and without one leads to the saved chats', async () => {
  const { open, network } = await installed()
  expect(await (await open('/chatgpt?chat=5'))?.text()).toBe('from the network')
  network.isUp = false
  const answer = await open('/chatgpt?chat=5')
  expect([answer?.status, answer?.headers.get('location')]).toEqual([302, '/offline?to=%2Fchatgpt%3Fchat%3D5'])
  expect(await (await open('/offline?to=%2F'))?.text()).toBe(page)
})

test('calls of the API, other methods, frames, other sites and files of other builds are left to the browser', async () => {
  const { ask, open } = await installed()
  const left = await Promise.all([
    ask({ url: `${origin}/api/chat/conversations`, mode: 'cors' }),
    open('/api/jobs/1/file'),
    open('/v1/models'),
    open('/operator/'),
    ask({ url: `${origin}/document/`, mode: 'navigate', destination: 'iframe' }),
    ask({ url: `${origin}/assets/of-another-build.js` }),
    ask({ url: 'https://elsewhere.ru/assets/index.js' }),
    ask({ url: `${origin}/chatgpt`, method: 'POST', mode: 'navigate', destination: 'document' })
  ])
  expect(left).toEqual(left.map(() => null))
})

test('a file whose name says its content is kept; one whose name does not is asked for while there is a network', async () => {
  const { ask, network } = await installed()
  const textAt = async (path: string) => (await ask({ url: origin + path }))?.text()
  expect(await textAt('/assets/start.js')).toBe('the file /assets/start.js')
  expect(await textAt('/before-paint.js')).toBe('from the network')
  network.isUp = false
  expect(await textAt('/before-paint.js')).toBe('the file /before-paint.js')
  expect(network.asked).toEqual(['/before-paint.js', '/before-paint.js'])
})

test('a new build takes the place of the one before; one that is half deployed takes nothing', async () => {
  const { caches } = await installed()
  const [first] = shellsIn(caches)
  await installed({ caches, html: `${page}<p>newer</p>` })
  const [second, ...others] = shellsIn(caches)
  expect([second === first, others]).toEqual([false, []])
  const broken = newWorker({ caches, html: '<script src="/assets/newest.js"></script>' })
  await expect(broken.happen('install')).rejects.toThrow('another build')
  expect(shellsIn(caches)).toEqual([second])
})

function formOf(texts: Record<string, string>, given: File[]): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.append(name, text)
  for (const file of given) form.append('files', file)
  return form
}

async function receivedIn({ all }: ReturnType<typeof standInForCaches>) {
  const received = all.get('received')
  const about = received?.get('/received/about')
  return {
    about: about instanceof Blob ? (JSON.parse(await about.text()) as Record<string, unknown>) : null,
    count: (received?.size ?? 1) - 1
  }
}

test('what is shared waits for its page, and the next takes its place', async () => {
  const { share, caches } = await installed()
  const picture = new File(['picture'], 'кот.png', { type: 'image/png' })
  const answer = await share(formOf({ title: 'Кот', text: 'Смотри' }, [picture]))
  expect([answer?.status, answer?.headers.get('location')]).toEqual([303, '/received'])
  const { about, count } = await receivedIn(caches)
  expect(about).toMatchObject({ title: 'Кот', text: 'Смотри', url: '', left: 0 })
  expect([about?.['files'], count]).toEqual([[{ name: 'кот.png', type: 'image/png' }], 1])
  await share(formOf({ text: 'Только слова' }, []))
  expect(await receivedIn(caches)).toMatchObject({ about: { text: 'Только слова', title: '', files: [] }, count: 0 })
})

test('the manifest shares in the form that the worker reads', async () => {
  const manifest = JSON.parse(readFileSync(new URL('../../web/public/manifest.webmanifest', import.meta.url), 'utf8'))
  const { action, method, enctype, params } = manifest.share_target
  expect([action, method, enctype]).toEqual(['/share-target', 'POST', 'multipart/form-data'])
  const { share, caches } = await installed()
  const form = new FormData()
  for (const name of ['title', 'text', 'url']) form.append(params[name], `the ${name}`)
  form.append(params.files[0].name, new File(['x'], 'a.txt', { type: 'text/plain' }))
  await share(form)
  const shared = { title: 'the title', text: 'the text', url: 'the url', files: [{ name: 'a.txt' }], left: 0 }
  expect(await receivedIn(caches)).toMatchObject({ about: shared, count: 1 })
})

test('odd forms end on the page too: nothing in them, too much, texts for files, no form at all', async () => {
  const { share, caches } = await installed()
  await share(formOf({}, []))
  expect(await receivedIn(caches)).toMatchObject({ about: { text: '', files: [], left: 0 } })
  await share(
    formOf(
      {},
      Array.from({ length: 13 }, (_, index) => new File(['x'], `${index}.txt`))
    )
  )
  expect(await receivedIn(caches)).toMatchObject({ about: { left: 3 }, count: 10 })
  const huge = new File(['x'], 'фильм.txt')
  Object.defineProperty(huge, 'size', { value: 101 * 1024 * 1024 })
  const form = formOf({ files: 'не файл', text: 'я'.repeat(200_000) }, [new File(['x'], 'a'.repeat(999))])
  form.getAll = (name) => (name === 'files' ? ['не файл', huge, new File(['x'], 'a'.repeat(999))] : [])
  await share(form)
  const { about } = await receivedIn(caches)
  expect([about?.['left'], String(about?.['text']).length]).toEqual([1, 50_000])
  expect(about?.['files']).toEqual([{ name: 'a'.repeat(200), type: '' }])
  expect((await share('broken'))?.headers.get('location')).toBe('/received?failed')
})

const chunk = (name: string, imports: string[] = []) => ({ file: `assets/${name}.js`, imports })

test('the build names the files of the page, and its first script at the beginning', () => {
  const manifest = {
    'index.html': chunk('index'),
    'src/app/start.tsx': chunk('start'),
    'src/chat/offline/page.tsx': { ...chunk('offline', ['shared.ts']), css: ['assets/offline.css'] },
    'shared.ts': chunk('shared'),
    'query-client': chunk('queries'),
    'answer-markdown': chunk('markdown'),
    'src/app/home-page.tsx': chunk('home')
  }
  expect(offlineFiles(manifest, `${page}<link href="/assets/font.woff2" />`)).toEqual([
    '/assets/index.js',
    '/assets/font.woff2',
    ...['start', 'offline', 'shared', 'queries', 'markdown', 'home'].map((name) => `/assets/${name}.js`),
    '/assets/offline.css',
    '/before-paint.js'
  ])
  expect(() => withFiles('another worker', page, files)).toThrow('no place')
  // A build in which only a file has changed that keeps its name is another build.
  const builds = ['one', 'other', 'one'].map((unnamed) => withFiles(source, page, files, unnamed))
  expect(builds.map((build) => builds.indexOf(build))).toEqual([0, 1, 0])
})
