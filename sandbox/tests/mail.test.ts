import { describe, expect, it } from 'vitest'
import { createJumpingClock, createTimelessSandbox } from '#tests/support/node/sandbox-exchange.ts'
import { createSandbox, type Sandbox } from '#sandbox/app.ts'
import { fieldsOf, readFixture } from '#tests/support/node/wire-structure.ts'

const path = '/unisender/ru/transactional/api/v1/email/send.json'

interface Letter {
  to?: string[]
  subject?: string
  body?: { html?: string; plaintext?: string }
}

function letterTo({ to = ['user@example.com'], subject = 'Подтвердите почту', body = {} }: Letter) {
  return {
    message: {
      recipients: to.map((email) => ({ email })),
      subject,
      from_email: 'noreply@example.com',
      from_name: 'Платформа',
      body: { html: '<p>Здравствуйте!</p>', plaintext: 'Здравствуйте!', ...body }
    }
  }
}

async function send(sandbox: Sandbox, letter: unknown, headers: Record<string, string> = { 'x-api-key': 'local-key' }) {
  const init = { method: 'POST', headers, body: JSON.stringify(letter) }
  return await sandbox.fetch(new Request(`http://sandbox.test${path}`, init))
}

async function inbox(sandbox: Sandbox, query = ''): Promise<unknown> {
  return (await sandbox.fetch(new Request(`http://sandbox.test/mail.json${query}`))).json()
}

const fixture = (name: string): unknown => JSON.parse(readFixture(name))

describe('Unisender Go', () => {
  it('accepts a mail and shows it in the inbox', async () => {
    const sandbox = createTimelessSandbox()
    const response = await send(sandbox, letterTo({}))
    expect(response.status).toBe(200)
    expect(fieldsOf(await response.json())).toEqual(fieldsOf(fixture('unisender-send.json')))
    expect(await inbox(sandbox)).toEqual([
      {
        to: 'user@example.com',
        subject: 'Подтвердите почту',
        text: 'Здравствуйте!',
        html: '<p>Здравствуйте!</p>',
        at: '2026-11-21T00:00:00.080Z'
      }
    ])
  })

  it('delivers to valid addresses and names the invalid ones', async () => {
    const sandbox = createTimelessSandbox()
    const response = await send(sandbox, letterTo({ to: ['user@example.com', 'broken@example'] }))
    const { job_id: _, ...rest } = JSON.parse(await response.text())
    const { job_id: __, ...expected } = JSON.parse(readFixture('unisender-send-partly-failed.json'))
    expect(rest).toEqual(expected)
    expect(await inbox(sandbox)).toHaveLength(1)
  })

  it.each([
    ['unisender-error-401-wrong-key.json', letterTo({}), {}],
    ['unisender-error-401-wrong-key.json', letterTo({}), { 'x-api-key': 'invalid' }],
    ['unisender-error-400-bad-request.json', letterTo({ to: [] }), { 'x-api-key': 'k' }],
    ['unisender-error-400-bad-request.json', letterTo({ subject: '' }), { 'x-api-key': 'k' }],
    ['unisender-error-400-bad-request.json', letterTo({ to: ['broken'] }), { 'x-api-key': 'k' }],
    ['unisender-error-400-bad-request.json', letterTo({ body: { html: '', plaintext: '' } }), { 'x-api-key': 'k' }]
  ])('refuses with the structure of %s', async (name, letter, headers: Record<string, string>) => {
    const sandbox = createTimelessSandbox()
    const response = await send(sandbox, letter, headers)
    expect(String(response.status)).toBe(/error-(\d+)/.exec(name)?.[1])
    expect(fieldsOf(await response.json())).toEqual(fieldsOf(fixture(name)))
    expect(await inbox(sandbox)).toEqual([])
  })

  it('fails as many mails as the switch says', async () => {
    const sandbox = createTimelessSandbox()
    Object.assign(sandbox.state.controls, { mailFault: 'mail-down', mailFaultCount: 1 })
    const failed = await send(sandbox, letterTo({}))
    const sent = await send(sandbox, letterTo({}))
    expect([failed.status, sent.status]).toEqual([500, 200])
    expect(fieldsOf(await failed.json())).toEqual(fieldsOf(fixture('unisender-error-500-internal.json')))
    expect(await inbox(sandbox)).toHaveLength(1)
    expect(sandbox.state.calls.list().map((call) => call.outcome)).toEqual(['completed', 'error'])
  })

  it('is slow with the fault mail-slow', async () => {
    const clock = createJumpingClock()
    const sandbox = createSandbox({ clock })
    Object.assign(sandbox.state.controls, { mailFault: 'mail-slow', mailFaultCount: 1 })
    await send(sandbox, letterTo({}))
    expect(clock.passedMs()).toBe(20_000)
  })

  it('reads the key from the body and does not store it', async () => {
    const sandbox = createTimelessSandbox()
    const response = await send(sandbox, { api_key: 'secret-key', ...letterTo({}) }, {})
    expect(response.status).toBe(200)
    expect(JSON.stringify(sandbox.state.calls.list())).not.toContain('secret-key')
  })
})

describe('the inbox', () => {
  it('lists newest first, filters by address and is emptied by DELETE', async () => {
    const sandbox = createTimelessSandbox()
    await send(sandbox, letterTo({ to: ['a@example.com'], subject: 'Первое' }))
    await send(sandbox, letterTo({ to: ['b@example.com'], subject: 'Второе' }))
    await send(sandbox, letterTo({ to: ['a@example.com'], subject: 'Третье' }))
    expect(await inbox(sandbox)).toMatchObject([{ subject: 'Третье' }, { subject: 'Второе' }, { subject: 'Первое' }])
    expect(await inbox(sandbox, '?to=A@example.com')).toMatchObject([{ subject: 'Третье' }, { subject: 'Первое' }])
    await sandbox.fetch(new Request('http://sandbox.test/mail.json', { method: 'DELETE' }))
    expect(await inbox(sandbox)).toEqual([])
  })

  it('shows a mail on a page where the mail cannot run scripts', async () => {
    const sandbox = createTimelessSandbox()
    const html = '<p>Ссылка: <a href="https://example.com/?a=1&b=2">сюда</a></p><script>alert(1)</script>'
    await send(sandbox, letterTo({ subject: '<b>Тема</b>', body: { html, plaintext: 'https://example.com/?a=1&b=2' } }))
    const response = await sandbox.fetch(new Request('http://sandbox.test/mail'))
    const page = await response.text()
    expect(page).toContain('&lt;b&gt;Тема&lt;/b&gt;')
    expect(page).not.toContain('<script>alert')
    expect(page).toContain('sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"')
    expect(page).toContain('<a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">')
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'nonce-/)
  })
})
