import { consentVersions } from '#contract/agreements.ts'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import {
  call,
  confirm,
  consents,
  linkTokenOf,
  mailsTo,
  newAddress,
  password,
  post,
  register,
  signIn,
  signUp,
  subjectOf,
  tokensOf
} from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'

hashCheaply()

const balanceOf = async (accessToken: string) => (await call('/api/user/tokens', { accessToken })).body.data
const usersOf = (email: string) =>
  env.DB.prepare('select id, email from users where canonical_email = ?')
    .bind(email)
    .all<{ id: string; email: string }>()

test('a person registers, confirms, and has 10 tokens and a profile', async () => {
  const email = newAddress()
  const token = await register(email)
  const { accessToken } = tokensOf(await confirm(token))

  expect(await balanceOf(accessToken)).toMatchObject({ tokens: 10, reservedTokens: 0, totalUsedTokens: 0 })
  const { body } = await call('/api/auth/profile', { accessToken })
  expect(body.data).toEqual({
    user: {
      id: subjectOf(accessToken),
      email,
      displayName: null,
      emailVerified: true,
      plan: 'free',
      createdAt: expect.any(Number)
    }
  })
  expect((await signIn(email)).status).toBe(200)
})

test('the links of a registration begin with the nonce of its browser, also the one that is sent again, and work', async () => {
  const email = newAddress()
  const nonce = 'a1'.repeat(16)
  await post('/api/auth/register', { email, password, consents, nonce })
  await mailsTo(email)
  await post('/api/auth/resend-verification', { email, nonce })
  const tokens = (await mailsTo(email, 2)).map(linkTokenOf)
  for (const token of tokens) expect(token).toMatch(new RegExp(`^${nonce}[\\w-]{43}$`))
  expect(new Set(tokens).size).toBe(2)
  expect((await confirm(tokens[0]!)).status).toBe(200)
})

test('no stranger can put words into the link of a mail', async () => {
  for (const nonce of ['prize-at-evil-example-come-soon-', 'a'.repeat(33), '', 7])
    for (const path of ['/api/auth/register', '/api/auth/resend-verification'])
      expect((await post(path, { email: newAddress(), password, consents, nonce })).status).toBe(400)
})

test('the API answers with and without its prefix', async () => {
  const { accessToken } = await signUp()
  expect((await call('/auth/profile', { accessToken })).status).toBe(200)
})

test('the mail is Russian, has text and HTML, one link to the site and no resources to load', async () => {
  const email = newAddress()
  const token = await register(email)
  const [mail] = await mailsTo(email)
  const link = `${env.SITE_ORIGIN}/verify-email?token=${token}`
  expect(mail).toMatchObject({ to: email, subject: 'Подтвердите email' })
  expect(mail!.text).toContain(link)
  expect([...new Set(mail!.html.match(/https?:\/\/[^\s"<]+/g))]).toEqual([link])
  expect(mail!.html).toContain('name="color-scheme" content="light dark"')
  expect(mail!.html).not.toMatch(/<(img|script|link|iframe)|url\(/)
})

test('the consents are stored with version, time and IP address', async () => {
  const { userId } = await signUp()
  const { results } = await env.DB.prepare('select * from consents where user_id = ? order by document')
    .bind(userId)
    .all()
  const agreed = { user_id: userId, ip: '127.0.0.1', given_at: expect.any(Number) }
  expect(results).toEqual([
    { ...agreed, document: 'offer', version: consentVersions.offer },
    { ...agreed, document: 'personal-data', version: consentVersions.personalData }
  ])
})

describe('refusals name the wrong field', () => {
  const good = { email: 'a@example.ru', password, consents }
  const cases: [name: string, body: unknown, path: string, msg: string][] = [
    ['no e-mail', { ...good, email: undefined }, 'email', 'Email обязателен'],
    ['an empty e-mail', { ...good, email: '  ' }, 'email', 'Email обязателен'],
    ['a malformed e-mail', { ...good, email: 'ivan@' }, 'email', 'Некорректный формат email'],
    ['two lines in an e-mail', { ...good, email: 'a@b.ru\r\nBcc: c@d.ru' }, 'email', 'Некорректный формат email'],
    ['two e-mails', { ...good, email: ['a@b.ru', 'c@d.ru'] }, 'email', 'Email обязателен'],
    ['a short password', { ...good, password: 'Aa1!' }, 'password', 'Пароль должен быть не менее 8 символов'],
    ['an unticked box', { ...good, consents: { ...consents, offer: false } }, 'consents.offer', 'Необходимо согласие'],
    ['no boxes at all', { ...good, consents: undefined }, 'consents', 'Необходимо согласие']
  ]
  test.each(cases)('%s', async (_, body, path, msg) => {
    const answered = await post('/api/auth/register', body)
    expect(answered.status).toBe(400)
    expect(answered.body).toMatchObject({ success: false, code: 'VALIDATION_FAILED' })
    expect(answered.body.data).toEqual({ details: [{ path, msg }] })
  })
})

test('signing in before the confirmation is refused, and only the right password learns why', async () => {
  const email = newAddress()
  await register(email)
  expect(await signIn(email)).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } })
  expect(await signIn(email, 'Wrong-Horse7!')).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } })
})

test('twenty registrations of one address at once make one account', async () => {
  const email = newAddress()
  const body = { email, password, consents }
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('/api/auth/register', body)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect((await usersOf(email)).results).toHaveLength(1)
  const [mail] = await mailsTo(email, 20)
  expect((await confirm(linkTokenOf(mail!))).status).toBe(200)
  expect((await signIn(email)).status).toBe(200)
})

test('other spellings of an address sign in to the same account', async () => {
  const name = `ivan${crypto.randomUUID().slice(0, 8)}`
  await signUp(`${name}@gmail.com`)
  expect((await signIn(`${name.toUpperCase()}+shop@googlemail.com`)).status).toBe(200)
})

const alreadyVerified = { status: 409, body: { code: 'EMAIL_ALREADY_VERIFIED' } }

test('a repeated mail holds another link, and using one invalidates the other', async () => {
  const email = newAddress()
  const first = await register(email)
  expect((await post('/api/auth/resend-verification', { email })).status).toBe(200)
  const [newest] = await mailsTo(email, 2)
  const second = linkTokenOf(newest!)
  expect(second).not.toBe(first)
  expect((await confirm(second)).status).toBe(200)
  expect(await confirm(first)).toMatchObject(alreadyVerified)
  expect((await signIn(email)).status).toBe(200)
})

test('a verified address that registers or asks again gets a mail without a link', async () => {
  const { email } = await signUp()
  expect((await post('/api/auth/register', { email, password: 'Another-Horse7!', consents })).status).toBe(200)
  expect((await post('/api/auth/resend-verification', { email })).status).toBe(200)
  const [repeated, registered] = await mailsTo(email, 3)
  for (const mail of [repeated, registered]) {
    expect(mail!.subject).toBe('Вы уже зарегистрированы')
    expect(mail!.text).not.toContain('verify-email')
    expect(mail!.text).toContain('«Забыли пароль?»')
  }
  expect((await signIn(email)).status).toBe(200)
  expect((await signIn(email, 'Another-Horse7!')).status).not.toBe(200)
})

test('the bonus is credited once per mailbox, even after deletion and under another spelling', async () => {
  const name = `ivan${crypto.randomUUID().slice(0, 8)}`
  const first = await signUp(`${name}@gmail.com`)
  expect(await balanceOf(first.accessToken)).toMatchObject({ tokens: 10 })
  await env.DB.prepare('delete from users where id = ?').bind(first.userId).run()
  const second = await signUp(`${name}+again@gmail.com`)
  expect(second.userId).not.toBe(first.userId)
  expect(await balanceOf(second.accessToken)).toMatchObject({ tokens: 0 })
})
