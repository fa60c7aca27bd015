import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EmailBinding } from '#providers/mail/cloudflare-email.ts'
import { mailerOf } from '#providers/mail/mail.ts'
import type { Mailer, MailOptions, MailSettings } from '#providers/mail/mail.ts'
import { mailTimeouts } from '#providers/mail/mailer.ts'
import { answering, errorOf, fixtureOf } from '../support/node/fake-upstream.ts'

const settings: MailSettings = {
  MAIL_TRANSPORT: 'unisender',
  MAIL_FROM_EMAIL: 'noreply@example.com',
  MAIL_FROM_NAME: 'Мощная AI Платформа',
  UNISENDER_BASE_URL: 'http://sandbox.test/unisender/ru/transactional/api/v1',
  UNISENDER_API_KEY: 'unisender-key'
}
const mail = { to: 'user@example.com', subject: 'Подтвердите email', text: 'Ссылка', html: '<p>Ссылка</p>' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

const cloudflare: MailSettings = { ...settings, MAIL_TRANSPORT: 'cloudflare' }

const errorOfSending = (mailer: Mailer, to = mail.to) =>
  mailer.send({ ...mail, to }).then(
    () => null,
    (error: unknown) => error
  )
const failureOf = (options: MailOptions) => errorOfSending(mailerOf(settings, undefined, options))
const failureWith = (binding: EmailBinding | undefined) => errorOfSending(mailerOf(cloudflare, binding))

describe('Unisender Go', () => {
  test('sends one mail to one address, without tracking', async () => {
    const { send, sent } = answering(() => new Response(fixtureOf('unisender-send.json')))
    await mailerOf(settings, undefined, { send }).send(mail)
    expect(sent).toEqual([
      {
        url: 'http://sandbox.test/unisender/ru/transactional/api/v1/email/send.json',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'unisender-key' },
        redirect: 'manual',
        body: {
          message: {
            recipients: [{ email: 'user@example.com' }],
            subject: 'Подтвердите email',
            from_email: 'noreply@example.com',
            from_name: 'Мощная AI Платформа',
            body: { html: '<p>Ссылка</p>', plaintext: 'Ссылка' },
            track_links: 0,
            track_read: 0
          }
        }
      }
    ])
  })

  test.each([
    ['400-bad-request', 'rejected', false],
    ['401-wrong-key', 'unauthorized', false],
    ['500-internal', 'server', true]
  ])('refusal %s', async (name, kind, retryable) => {
    const status = Number(name.slice(0, 3))
    const { send } = answering(() => errorOf(status, fixtureOf(`unisender-error-${name}.json`)))
    expect(await failureOf({ send })).toMatchObject({
      name: 'ProviderFailure',
      provider: 'unisender',
      kind,
      status,
      retryable
    })
  })

  test.each([
    ['an address that was not accepted', fixtureOf('unisender-send-partly-failed.json'), 'rejected', 'invalid'],
    ['an error inside a 200', fixtureOf('unisender-error-400-bad-request.json'), 'rejected', '150'],
    ['something else than JSON', '<html>', 'malformed', null],
    ['JSON that says nothing', '{}', 'malformed', null]
  ])('%s is a failure', async (_, body, kind, code) => {
    const { send } = answering(() => new Response(body))
    expect(await failureOf({ send })).toMatchObject({ kind, code, retryable: false, status: null })
  })

  test('a failure names no address and no key', async () => {
    const body = JSON.stringify({ status: 'success', failed_emails: { [mail.to]: `unknown ${mail.to}` } })
    const { send } = answering(() => new Response(body))
    const failure = await failureOf({ send })
    // JSON leaves out the message of an Error.
    expect(`${String(failure)} ${JSON.stringify(failure)}`).not.toMatch(/user@|unisender-key/)
  })

  test('a slow call times out and is not retryable, because the mail may have been sent', async () => {
    const failure = failureOf({ send: () => new Promise<Response>(() => undefined) })
    await vi.advanceTimersByTimeAsync(mailTimeouts.totalMs)
    expect(await failure).toMatchObject({ kind: 'timeout', retryable: false })
  })
})

describe('the send_email binding', () => {
  test('sends the mail with the sender’s address and name', async () => {
    const send = vi.fn(async () => ({ messageId: 'id' }))
    await mailerOf(cloudflare, { send }).send(mail)
    expect(send.mock.calls).toEqual([
      [
        {
          from: { email: 'noreply@example.com', name: 'Мощная AI Платформа' },
          to: 'user@example.com',
          subject: 'Подтвердите email',
          text: 'Ссылка',
          html: '<p>Ссылка</p>'
        }
      ]
    ])
  })

  test.each([
    ['E_RATE_LIMIT_EXCEEDED', 'busy', true],
    ['E_DAILY_LIMIT_EXCEEDED', 'busy', false],
    ['E_INTERNAL_SERVER_ERROR', 'server', true],
    ['E_DELIVERY_FAILED', 'server', true],
    ['E_SENDER_NOT_VERIFIED', 'unauthorized', false],
    ['E_RECIPIENT_SUPPRESSED', 'rejected', false],
    ['E_HEADER_VALUE_INVALID', 'rejected', false]
  ])('%s is %s', async (code, kind, retryable) => {
    const send = () => Promise.reject(Object.assign(new Error(`mail to ${mail.to}`), { code }))
    const failure = await failureWith({ send })
    expect(failure).toMatchObject({ provider: 'cloudflare-email', kind, retryable, code, status: null })
    expect(String(failure)).not.toContain(mail.to)
  })

  test('an error without a code is a failure too', async () => {
    const send = vi.fn(async () => {
      throw new Error('email from x not allowed')
    })
    expect(await failureWith({ send })).toMatchObject({ name: 'ProviderFailure', kind: 'server', retryable: false })
  })

  test('without a binding the send fails as unauthorized', async () => {
    expect(await failureWith(undefined)).toMatchObject({ kind: 'unauthorized', retryable: false })
  })

  test('a binding that never answers times out', async () => {
    const failure = failureWith({ send: () => new Promise(() => undefined) })
    await vi.advanceTimersByTimeAsync(mailTimeouts.totalMs)
    expect(await failure).toMatchObject({ kind: 'timeout', retryable: false })
  })
})
