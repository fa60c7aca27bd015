// The channels of alarms against the sandbox: what they send, and what its refusals mean.
import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AlarmMessage } from '#providers/alarms/channel.ts'
import { telegramChannel } from '#providers/alarms/telegram.ts'
import { webhookChannel } from '#providers/alarms/webhook.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { Send } from '#providers/http/http.ts'
import { createSandbox } from '#sandbox/app.ts'

const origin = 'http://sandbox.test'
let sandbox = createSandbox()
beforeEach(() => {
  sandbox = createSandbox()
})

const send: Send = async (url, init) => sandbox.fetch(new Request(url, init))
const get = async (path: string) => (await send(origin + path, {})).json()
const fault = (channel: string, status: number) =>
  send(`${origin}/${channel}/fault`, { method: 'PUT', body: JSON.stringify({ status, count: 1 }) })

const message: AlarmMessage = {
  id: 'message-1',
  title: 'Тревога: Кошелёк заморожен',
  text: 'Срочно. Кошелёк заморожен: h1-a <b>',
  url: 'https://site.ru/operator/#/alarms',
  alarms: []
}

const telegram = {
  ALARM_TELEGRAM_BASE_URL: `${origin}/telegram`,
  ALARM_TELEGRAM_BOT_TOKEN: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5',
  ALARM_TELEGRAM_CHAT_ID: '-1004242'
}
const webhook = { ALARM_WEBHOOK_URL: `${origin}/alarm-webhook`, ALARM_WEBHOOK_SECRET: 'a-secret-of-sixteen' }

const other: Send = async () => Response.json({ ok: false })
const away: Send = () => Promise.reject(new TypeError('fetch failed'))

async function failureOf(sending: Promise<void>): Promise<Partial<ProviderFailure>> {
  const error: unknown = await sending.catch((reason: unknown) => reason)
  if (!(error instanceof ProviderFailure)) throw new Error('It did not fail')
  const { kind, status, retryable, code, retryAfterSeconds } = error
  expect(error.message).not.toContain('110201543')
  return { kind, status, retryable, code, retryAfterSeconds }
}

describe('Telegram', () => {
  test('gets plain text, which it does not read as markup', async () => {
    await telegramChannel(telegram, send).send(message)
    expect(await get('/telegram/messages.json')).toEqual([
      { chat_id: '-1004242', text: `${message.title}\n\n${message.text}\n\n${message.url}` }
    ])
  })

  test('gets no more than it takes', async () => {
    await telegramChannel(telegram, send).send({ ...message, text: 'ю'.repeat(10_000) })
    const [{ text }] = (await get('/telegram/messages.json')) as [{ text: string }]
    expect(text.length).toBeLessThanOrEqual(4096)
    expect(text.endsWith(message.url)).toBe(true)
  })

  test.each([
    [401, { kind: 'unauthorized', retryable: false, code: '401' }],
    [429, { kind: 'busy', retryable: true, code: '429', retryAfterSeconds: 1 }],
    [500, { kind: 'server', retryable: true, code: '500' }]
  ])('answers %i', async (status, expected) => {
    await fault('telegram', status)
    expect(await failureOf(telegramChannel(telegram, send).send(message))).toMatchObject({ status, ...expected })
  })

  test.each([
    ['a token that is none', { ALARM_TELEGRAM_BOT_TOKEN: 'wrong-110201543' }, { kind: 'unauthorized', status: 404 }],
    ['a chat that is none', { ALARM_TELEGRAM_CHAT_ID: 'someone' }, { kind: 'rejected', status: 400 }]
  ])('refuses %s', async (_, wrong, expected) => {
    expect(await failureOf(telegramChannel({ ...telegram, ...wrong }, send).send(message))).toMatchObject(expected)
  })

  test('that is something else is not believed', async () => {
    expect(await failureOf(telegramChannel(telegram, other).send(message))).toMatchObject({ kind: 'malformed' })
  })
})

describe('a webhook', () => {
  test('gets JSON with a key and a signature of the very bytes', async () => {
    await webhookChannel(webhook, send).send(message)
    const [hook] = (await get('/alarm-webhook/messages.json')) as [{ key: string; signature: string; body: string }]
    expect(JSON.parse(hook.body)).toEqual(message)
    expect(hook.key).toBe('message-1')
    const [, seconds, digest] = /^t=(\d+),v1=(\w+)$/.exec(hook.signature) ?? []
    expect(digest).toBe(
      createHmac('sha256', webhook.ALARM_WEBHOOK_SECRET).update(`${seconds}.${hook.body}`).digest('hex')
    )
  })

  test('does not follow to another address', async () => {
    let redirect: RequestRedirect | undefined
    const moved: Send = async (_, init) => {
      redirect = init.redirect
      return new Response(null, { status: 302, headers: { location: 'https://elsewhere.test' } })
    }
    expect(await failureOf(webhookChannel(webhook, moved).send(message))).toMatchObject({ status: 302 })
    expect(redirect).toBe('manual')
  })

  test('that is away may be tried again', async () => {
    expect(await failureOf(webhookChannel(webhook, away).send(message))).toMatchObject({
      kind: 'network',
      retryable: true
    })
  })
})
