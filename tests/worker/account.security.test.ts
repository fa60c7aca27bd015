import { describe, expect, test, vi } from 'vitest'
import { closeCodes } from '#contract/live-socket.ts'
import { listSessions } from '#contract/profile.ts'
import { call, mailsTo, newestLinkTo, password, signIn, signUp, tokensOf } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { openWith } from '#tests/support/worker/socket.ts'

hashCheaply()

const newPassword = 'Another-Horse8!'

const put = (path: string, accessToken: string, body: unknown) => call(path, { method: 'PUT', accessToken, body })
const statusOf = async (accessToken: string) => (await call('/api/auth/profile', { accessToken })).status

async function sessionsOf(accessToken: string) {
  const { body } = await call('/api/user/sessions', { accessToken })
  return listSessions.output.parse(body.data).sessions
}

/** A person signed in on two devices. */
async function withTwoDevices() {
  const first = await signUp()
  const second = tokensOf(await signIn(first.email, password, { headers: { 'user-agent': 'Phone' } }))
  return { ...first, phone: second.accessToken }
}

describe('the display name', () => {
  test.each([
    ['  Анна  ', 'Анна'],
    ['', null],
    [null, null],
    ['<b>Анна</b>', '<b>Анна</b>']
  ])('%j becomes %j', async (sent, kept) => {
    const { accessToken } = await signUp()
    const { body } = await put('/api/user/profile', accessToken, { displayName: sent })
    expect(body.data).toMatchObject({ user: { displayName: kept } })
    expect((await call('/api/auth/profile', { accessToken })).body.data).toMatchObject({ user: { displayName: kept } })
  })

  test('that is too long is refused with the name of its field', async () => {
    const { accessToken } = await signUp()
    expect(await put('/api/user/profile', accessToken, { displayName: 'я'.repeat(81) })).toMatchObject({
      status: 400,
      body: { data: { details: [{ path: 'displayName' }] } }
    })
  })
})

describe('a new password', () => {
  test('needs the current password', async () => {
    const { accessToken, email } = await signUp()
    const refused = await put('/api/user/password', accessToken, { currentPassword: 'Wrong-Horse1!', newPassword })
    expect(refused).toMatchObject({
      status: 400,
      body: { data: { details: [{ path: 'currentPassword', msg: 'Неверный текущий пароль' }] } }
    })
    expect((await signIn(email)).status).toBe(200)
  })

  test('ends all other sessions, keeps this one and mails the owner', async () => {
    const { accessToken, phone, email } = await withTwoDevices()
    const changed = await put('/api/user/password', accessToken, { currentPassword: password, newPassword })
    expect(changed.status).toBe(200)
    expect([await statusOf(accessToken), await statusOf(phone)]).toEqual([200, 401])
    expect([(await signIn(email)).status, (await signIn(email, newPassword)).status]).toEqual([401, 200])
    await expect.poll(async () => (await mailsTo(email, 1))[0]?.subject).toBe('Пароль изменён')
  })

  test('invalidates reset links sent before', async () => {
    const { accessToken, email } = await signUp()
    await call('/api/auth/reset-password', { body: { email } })
    const token = await newestLinkTo(email, 'reset-password')
    await put('/api/user/password', accessToken, { currentPassword: password, newPassword })
    const reset = await call('/api/auth/reset-password-confirm', { body: { token, newPassword: 'Third-Horse9!' } })
    expect(reset).toMatchObject({ status: 400, body: { code: 'INVALID_VERIFICATION_TOKEN' } })
    expect((await signIn(email, newPassword)).status).toBe(200)
  })

  test('that is refused leaves reset links valid', async () => {
    const { accessToken, email } = await signUp()
    await call('/api/auth/reset-password', { body: { email } })
    const token = await newestLinkTo(email, 'reset-password')
    await put('/api/user/password', accessToken, { currentPassword: 'Wrong-Horse1!', newPassword })
    expect((await call('/api/auth/reset-password-confirm', { body: { token, newPassword } })).status).toBe(200)
  })

  test('of two changes at once exactly one succeeds', async () => {
    const { accessToken, email } = await signUp()
    const change = (typed: string) =>
      put('/api/user/password', accessToken, { currentPassword: password, newPassword: typed })
    const answers = await Promise.all([change('First-Horse1!'), change('Second-Horse2!')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const winner = answers[0]?.status === 200 ? 'First-Horse1!' : 'Second-Horse2!'
    expect((await signIn(email, winner)).status).toBe(200)
  })

  test('can be tried only as often as the sign-in limit allows', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const { accessToken } = await signUp()
    const attempts = await Promise.all(
      Array.from({ length: 4 }, () =>
        call('/api/user/password', {
          method: 'PUT',
          accessToken,
          body: { currentPassword: 'Wrong-Horse1!', newPassword },
          settings: { LIMIT_SIGN_IN_PER_MINUTE: '3' }
        })
      )
    )
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([400, 400, 400, 429])
  })
})

describe('the list of sessions', () => {
  test('shows devices, the most recent first, and marks the current one', async () => {
    const { accessToken } = await withTwoDevices()
    expect(await sessionsOf(accessToken)).toMatchObject([{ userAgent: 'Phone', current: false }, { current: true }])
  })

  test('ends another device at once and closes its live socket', async () => {
    const { accessToken, phone } = await withTwoDevices()
    const { body } = await call('/api/live/ticket', { accessToken: phone, body: {} })
    const { webSocket } = await openWith(String(body.data?.ticket))
    let code = 0
    webSocket!.addEventListener('close', (event) => (code = event.code))
    webSocket!.accept()
    const other = (await sessionsOf(accessToken)).find(({ current }) => !current)!
    expect((await call(`/api/user/sessions/${other.id}`, { method: 'DELETE', accessToken })).status).toBe(200)
    expect(await statusOf(phone)).toBe(401)
    expect(await statusOf(accessToken)).toBe(200)
    // The check of the user's object would come minutes later.
    await expect.poll(() => code, { timeout: 20_000 }).toBe(closeCodes.sessionEnded)
  })

  test('ends all other sessions in one call', async () => {
    const { accessToken, phone, email } = await withTwoDevices()
    const third = tokensOf(await signIn(email)).accessToken
    const { body } = await call('/api/user/sessions/others', { method: 'DELETE', accessToken })
    expect(body.data).toEqual({ ended: 2 })
    expect([await statusOf(accessToken), await statusOf(phone), await statusOf(third)]).toEqual([200, 401, 401])
  })

  test('can end the current session', async () => {
    const { accessToken } = await signUp()
    const [session] = await sessionsOf(accessToken)
    await call(`/api/user/sessions/${session!.id}`, { method: 'DELETE', accessToken })
    expect(await statusOf(accessToken)).toBe(401)
  })
})
