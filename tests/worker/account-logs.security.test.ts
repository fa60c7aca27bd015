import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import {
  call,
  newAddress,
  newestLinkTo,
  password,
  post,
  signIn,
  signUp,
  tokensOf
} from '#tests/support/worker/account.ts'
import { breakingDatabases } from '#tests/support/worker/breaking.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'

hashCheaply()

test('account calls log no password, token, link or address, even when they fail', async () => {
  const lines: unknown[] = []
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => void lines.push(...parts))
  )
  const { email, accessToken, refreshToken } = await signUp()
  const [newEmail, second, third] = [newAddress(), 'Canary-Horse8!', 'Canary-Horse9!']
  const put = (path: string, body: object, settings?: object) =>
    call(path, { method: 'PUT', accessToken, body, ...(settings && { settings }) })

  await put('/api/user/password', { currentPassword: 'Canary-Wrong1!', newPassword: second })
  await put('/api/user/password', { currentPassword: password, newPassword: second })
  await put('/api/user/email', { newEmail, currentPassword: second })
  const [oldLink, newLink] = [
    await newestLinkTo(email, 'confirm-email-change'),
    await newestLinkTo(newEmail, 'confirm-email-change')
  ]
  await post('/api/auth/confirm-email-change', { token: oldLink })
  await post('/api/auth/confirm-email-change', { token: newLink })
  const archive = String((await post('/api/user/export', {}, { accessToken })).body.data?.url)
  const ticket = String((await post('/api/live/ticket', {}, { accessToken })).body.data?.ticket)
  await post('/api/auth/reset-password', { email: newEmail })
  const resetLink = await newestLinkTo(newEmail, 'reset-password')
  const pass = String(
    (await post('/api/auth/reset-password-confirm', { token: resetLink, newPassword: third })).body.data?.pass
  )
  const again = tokensOf(await post('/api/auth/login', { email: newEmail, password: third, pass }))
  for (let broken = 1; broken <= 4; broken++) {
    const settings = () => breakingDatabases({ call: broken, moment: 'before' })
    await put('/api/user/password', { currentPassword: third, newPassword: second }, settings())
    await put('/api/user/email', { newEmail: newAddress(), currentPassword: third }, settings())
    await post('/api/auth/reset-password-confirm', { token: resetLink, newPassword: third }, { settings: settings() })
    await post('/api/auth/confirm-email-change', { token: oldLink }, { settings: settings() })
    await post('/api/user/deletion', { currentPassword: third }, { ...again, settings: settings() })
  }
  await call(new URL(archive).pathname + new URL(archive).search)
  await call(`/api/live?ticket=${ticket}`)
  await signIn(newEmail, 'Canary-Wrong2!')

  for (const spy of spies) spy.mockRestore()
  const logged = lines.map(String).join('\n')
  expect(logged).toContain('"event":"bug"')
  const { searchParams } = new URL(archive)
  const secrets = [email, newEmail, password, second, third, 'Canary-Wrong', 'scrypt$', accessToken, refreshToken, pass]
  for (const secret of [...secrets, oldLink, newLink, resetLink, ticket, searchParams.get('signature') ?? 'none'])
    expect(logged).not.toContain(secret)
  expect(logged).not.toContain(env.JWT_SECRET)
})

test('a session ended by a stale token is logged with its request id only', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const { refreshToken } = await signUp()
  const next = tokensOf(await post('/api/auth/refresh', { refreshToken }))
  await post('/api/auth/refresh', { refreshToken: next.refreshToken })
  await post('/api/auth/refresh', { refreshToken }, { headers: { 'x-request-id': 'the-stale-one' } })
  const lines = log.mock.calls.flat().map(String)
  log.mockRestore()
  expect(lines).toContain('{"event":"session-reused","requestId":"the-stale-one"}')
})
