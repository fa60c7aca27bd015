// The messages of the service worker, run as a browser runs it. offline-worker.test.ts has its requests.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { readyOnDevice } from '#worker/jobs/ready-texts.ts'

const source = readFileSync(new URL('../../web/public/ready-worker.js', import.meta.url), 'utf8')
const origin = 'https://site.ru'

interface Client {
  url: string
  visibilityState: string
}

function newWorker(windows: Client[] = []) {
  const badges: number[] = []
  let counted: string | undefined
  const cache = {
    match: async () => (counted === undefined ? undefined : new Response(counted)),
    put: async (_: string, answer: Response) => void (counted = await answer.text())
  }
  const handlers: Record<string, (event: object) => void> = {}
  const shown: { title: string; options: { data: { path: string } } & Record<string, unknown> }[] = []
  const went: string[] = []
  const self = {
    location: { origin },
    addEventListener: (name: string, handle: (event: object) => void) => void (handlers[name] = handle),
    registration: {
      showNotification: async (title: string, options: (typeof shown)[number]['options']) =>
        void shown.push({ title, options })
    },
    clients: {
      matchAll: async () => windows.map((one) => ({ ...one, focus: () => went.push(`focus ${one.url}`) })),
      openWindow: async (url: string) => void went.push(`open ${url}`)
    }
  }
  runInNewContext(source, {
    self,
    URL,
    Response,
    caches: { open: async () => cache },
    navigator: { setAppBadge: async (count: number) => void badges.push(count) }
  })
  const happen = async (name: string, event: object) => {
    let waited: Promise<unknown> | undefined
    handlers[name]?.({ ...event, waitUntil: (work: Promise<unknown>) => void (waited = work) })
    await waited
  }
  return {
    shown,
    went,
    badges,
    push: (payload: unknown) => happen('push', { data: { json: () => payload } }),
    click: (path: string) => happen('notificationclick', { notification: { data: { path }, close: () => undefined } })
  }
}

const payload = readyOnDevice({ operationId: 'abc', kind: 'video', service: 'luma', outcome: 'completed' })

test('a message is shown under the tag of its work, so that a second one takes its place', async () => {
  const { push, shown } = newWorker()
  await push(payload)
  expect(shown).toEqual([
    {
      title: 'Видео готово',
      options: {
        body: 'Luma. Нажмите, чтобы открыть',
        tag: 'abc',
        silent: false,
        lang: 'ru',
        icon: '/icon-192.png',
        data: { path: '/library?work=abc' }
      }
    }
  ])
})

test('the icon has the number of works that have ended, each once', async () => {
  const { push, badges } = newWorker()
  await push(payload)
  await push({ ...payload, tag: 'other' })
  await push(payload)
  expect(badges).toEqual([1, 2, 2])
})

test('a message makes no sound and counts nothing while a page is in sight', async () => {
  const { push, shown, badges } = newWorker([{ url: `${origin}/`, visibilityState: 'visible' }])
  await push(payload)
  expect([shown[0]?.options['silent'], badges]).toEqual([true, []])
})

test('a click opens the work, or shows the page that has it open', async () => {
  const { click, went } = newWorker([{ url: `${origin}/library?work=abc`, visibilityState: 'hidden' }])
  await click('/library?work=abc')
  await click('/library?work=other')
  await click('https://evil.ru/')
  expect(went).toEqual([`focus ${origin}/library?work=abc`, `open ${origin}/library?work=other`])
})
