import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import {
  addAccount,
  call,
  confirm,
  linkTokenOf,
  type Mail,
  mailsTo,
  newAccount,
  newAddress,
  password,
  post,
  register,
  signIn
} from '#tests/support/worker/account.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'

hashCheaply()

const newPassword = 'Another-Horse8!'
const request = (email: string, more = {}) => post('/api/auth/reset-password', { email }, more)
const reset = (token: string, typed = newPassword) =>
  post('/api/auth/reset-password-confirm', { token, newPassword: typed })

/** What the page of a link asks when it opens. */
const look = (token: string, more = {}) => call(`/api/auth/reset-password/${encodeURIComponent(token)}`, more)

const resetTokenOf = ({ text }: Mail): string => {
  const token = /\/reset-password\?token=([\w-]+)/.exec(text)?.[1]
  if (token === undefined) throw new Error(`No link in: ${text}`)
  return token
}

/** Asks for a link. @returns its token */
async function linkFor(email: string, more = {}): Promise<string> {
  const before = (await mailsTo(email, 0)).length
  expect((await request(email, more)).status).toBe(200)
  const [newest] = await mailsTo(email, before + 1)
  return resetTokenOf(newest!)
}

const refused = { status: 400, body: { code: 'INVALID_VERIFICATION_TOKEN' } }

describe('a reset link', () => {
  test('sets the password, ends every session and mails the owner', async () => {
    const { email, accessToken, refreshToken } = await newAccount()
    const token = await linkFor(email)
    // Looking at it does not use it up.
    for (let times = 0; times < 2; times += 1)
      expect(await look(token)).toMatchObject({ status: 200, body: { success: true } })
    expect(await reset(token)).toMatchObject({ status: 200, body: { success: true } })
    expect(await look(token)).toMatchObject(refused)
    expect((await signIn(email, password)).status).toBe(401)
    expect((await signIn(email, newPassword)).status).toBe(200)
    expect((await call('/api/auth/profile', { accessToken })).status).toBe(401)
    expect((await post('/api/auth/refresh', { refreshToken })).status).toBe(401)
    await expect.poll(async () => (await mailsTo(email, 1))[0]?.subject).toBe('Пароль изменён')
  })

  test('reaches an account that is older than the rule for addresses', async () => {
    const { userId } = await addAccount()
    const email = `i..${newAddress()}`
    await env.DB.prepare('update users set email = ?1, canonical_email = ?2 where id = ?3')
      .bind(email, canonicalEmail(email), userId)
      .run()
    expect(await reset(await linkFor(email))).toMatchObject({ status: 200 })
    expect((await signIn(email, newPassword)).status).toBe(200)
    expect((await post('/api/auth/resend-verification', { email })).status).toBe(200)
  })

  test('does not sign the user in', async () => {
    const { email, userId } = await newAccount()
    expect((await reset(await linkFor(email))).body.data).toEqual({ pass: expect.any(String) })
    const living = env.DB.prepare('select count(*) as n from sessions where user_id = ? and ended_at is null')
    expect(await living.bind(userId).first('n')).toBe(0)
  })

  test('used twice at the same time succeeds once', async () => {
    const { email } = await addAccount()
    const token = await linkFor(email)
    const answers = await Promise.all([reset(token, 'First-Horse1!'), reset(token, 'Second-Horse2!')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const winner = answers[0]?.status === 200 ? 'First-Horse1!' : 'Second-Horse2!'
    expect((await signIn(email, winner)).status).toBe(200)
  })

  test('is invalid once a newer one was sent', async () => {
    const { email } = await addAccount()
    const old = await linkFor(email)
    const newer = await linkFor(email)
    expect(await look(old)).toMatchObject(refused)
    expect(await reset(old)).toMatchObject(refused)
    expect((await reset(newer)).status).toBe(200)
  })

  test('is invalid after an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { email } = await addAccount()
    const token = await linkFor(email)
    vi.setSystemTime(Date.now() + 60 * 60_000)
    expect(await look(token)).toMatchObject(refused)
    expect(await reset(token)).toMatchObject(refused)
  })

  test.each(['x', 'A'.repeat(43), '../../etc/passwd', "' or 1=1 --"])(
    'that was made up (%s) is refused',
    async (token) => {
      expect(await look(token)).toMatchObject(refused)
      expect(await reset(token)).toMatchObject(refused)
    }
  )

  test('cannot confirm an address, and a confirmation link cannot reset a password', async () => {
    const email = newAddress()
    const confirming = await register(email)
    expect(await look(confirming)).toMatchObject(refused)
    expect(await reset(confirming)).toMatchObject(refused)
    const { email: verified } = await addAccount()
    expect((await confirm(await linkFor(verified))).status).toBe(400)
  })

  test('that is missing is refused with its field', async () => {
    for (const token of [undefined as unknown as string, ''])
      expect((await reset(token)).body.data).toEqual({ details: [{ path: 'token', msg: 'Токен не найден' }] })
    // What a mail program has added to a link makes it invalid, and no matter of a field.
    expect(await reset('x'.repeat(2000))).toMatchObject(refused)
  })

  test('with a weak password is refused with its field and stays usable', async () => {
    const { email } = await addAccount()
    const token = await linkFor(email)
    expect(await reset(token, 'слабый')).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', data: { details: [{ path: 'newPassword' }] } }
    })
    expect((await reset(token)).status).toBe(200)
  })

  test('is looked at only so often from one network, which leaves the attempts to use it', async () => {
    const { email } = await addAccount()
    const token = await linkFor(email)
    const more = { headers: { 'cf-connecting-ip': '203.0.113.77' }, settings: { LIMIT_SIGN_IN_PER_MINUTE: '2' } }
    for (const status of [200, 200, 429]) expect(await look(token, more)).toMatchObject({ status })
    expect(await post('/api/auth/reset-password-confirm', { token, newPassword }, more)).toMatchObject({ status: 200 })
  })

  test('points to our site, whatever host the request names', async () => {
    const { email } = await addAccount()
    await linkFor(email, { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } })
    const [mail] = await mailsTo(email, 1)
    expect(mail?.text).toContain(`${env.SITE_ORIGIN}/reset-password?token=`)
    expect(mail?.text + mail!.html).not.toContain('evil')
  })

  test('is stored as a hash only', async () => {
    const { email } = await addAccount()
    const token = await linkFor(email)
    const { results } = await env.DB.prepare('select * from email_links').all()
    expect(JSON.stringify(results)).not.toContain(token)
  })
})

describe('asking for a link', () => {
  test('mails the account’s address, not the spelling that was typed', async () => {
    const { email } = await addAccount()
    const alias = email.replace('@', '+other@')
    await request(alias)
    await mailsTo(email, 1)
    expect(await mailsTo(alias, 0)).toEqual([])
  })

  test('repeats the confirmation mail for an unconfirmed address', async () => {
    const email = newAddress()
    await register(email)
    await request(email)
    const [newest] = await mailsTo(email, 2)
    expect((await confirm(linkTokenOf(newest!))).status).toBe(200)
  })

  test('is limited per mailbox', async () => {
    const email = newAddress()
    const more = { settings: { LIMIT_MAIL_PER_HOUR: '2' } }
    expect((await request(email, more)).status).toBe(200)
    expect((await request(email, more)).status).toBe(200)
    expect(await request(email, more)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  })
})
