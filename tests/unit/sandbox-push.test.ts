// The product's messages to browsers against the sandbox's push service, which checks the sender and decrypts.
import { describe, expect, test } from 'vitest'
import { sendPush } from '#providers/push/web-push.ts'
import { createSandbox } from '#sandbox/app.ts'

const keys = {
  VAPID_PUBLIC_KEY: 'BOlPOfqUI42aWq2psCvzlpddCfTmtag2Uwf-8DglIY7MWAhKWjKe4NgVbvkHR5ih6OU2-IswNMYzS7dT3iQAE6k',
  VAPID_PRIVATE_KEY: 'vqxhjggE2Bs0JWv9jEJDXGBI4I-DEMxhkJBTw0oG3yA'
}
const origin = 'http://localhost:8799'
const sandbox = createSandbox()
const send = async (url: string, init: RequestInit) => sandbox.fetch(new Request(url, init))

async function subscribe(applicationServerKey = keys.VAPID_PUBLIC_KEY) {
  const body = JSON.stringify({ applicationServerKey })
  const made = await send(`${origin}/push/subscriptions`, { method: 'POST', body })
  const { endpoint, keys: browser } = (await made.json()) as {
    endpoint: string
    keys: { p256dh: string; auth: string }
  }
  return { endpoint, ...browser }
}

const tell = (subscription: Awaited<ReturnType<typeof subscribe>>, payload: unknown, topic = 'topic') =>
  sendPush({ keys, contact: 'mailto:we@site.ru' }, subscription, { payload, topic, lifetimeSeconds: 60 }, send)

const messagesOf = async ({ endpoint }: { endpoint: string }) =>
  (await (await send(endpoint, { method: 'GET' })).json()) as unknown

describe('a browser of the sandbox', () => {
  test('reads the message, and a newer one of the same topic in its place', async () => {
    const subscription = await subscribe()
    expect(await tell(subscription, { title: 'Первое' })).toBe('taken')
    expect(await tell(subscription, { title: 'Второе' })).toBe('taken')
    expect(await messagesOf(subscription)).toEqual([{ text: '{"title":"Второе"}', topic: 'topic', ttl: 60 }])
  })

  test('takes none from a sender that it has not subscribed to', async () => {
    const subscription = await subscribe('another')
    await expect(tell(subscription, {})).rejects.toMatchObject({ kind: 'unauthorized' })
    expect(await messagesOf(subscription)).toEqual([])
  })

  test('takes none that was signed for another service', async () => {
    const subscription = await subscribe()
    const elsewhere = { ...subscription, endpoint: subscription.endpoint.replace('localhost', '127.0.0.1') }
    const misled = (_: string, init: RequestInit) => send(subscription.endpoint, init)
    const message = { payload: {}, topic: 'topic', lifetimeSeconds: 60 }
    const told = sendPush({ keys, contact: 'mailto:we@site.ru' }, elsewhere, message, misled)
    await expect(told).rejects.toMatchObject({ status: 403 })
  })

  test('is gone once its user has taken the permission back, and unknown ones always were', async () => {
    const subscription = await subscribe()
    await send(subscription.endpoint, { method: 'DELETE' })
    expect(await tell(subscription, {})).toBe('gone')
    expect(await tell({ ...subscription, endpoint: `${origin}/push/send/nobody` }, {})).toBe('gone')
  })
})
