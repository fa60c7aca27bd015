import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createJumpingClock } from '#tests/support/node/sandbox-exchange.ts'
import { createSandbox, type Sandbox } from '#sandbox/app.ts'

const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const redirect = (host: Host) => `http://localhost:8788/auth/return/${host}`

type Host = 'yandex' | 'vk'

const asked = (host: Host, changes: Record<string, string> = {}) =>
  new URLSearchParams({
    response_type: 'code',
    client_id: '51000001',
    redirect_uri: redirect(host),
    scope: host === 'vk' ? 'vkid.personal_info email' : 'login:email',
    state: 'state-1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes
  })

const get = (sandbox: Sandbox, path: string, headers: Record<string, string> = {}) =>
  sandbox.fetch(new Request(`http://sandbox.test${path}`, { headers }))

const post = (sandbox: Sandbox, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  sandbox.fetch(
    new Request(`http://sandbox.test${path}`, { method: 'POST', body: new URLSearchParams(fields), headers })
  )

/** What the page puts into the address of the application. */
async function returned(sandbox: Sandbox, host: Host, more: Record<string, string>): Promise<URLSearchParams> {
  const answer = await get(sandbox, `/${host}-id/allow?${asked(host, more)}`)
  return new URL(answer.headers.get('location') ?? '').searchParams
}

const agree = { person: '7', email: 'anya@yandex.ru' }

const exchange = async (sandbox: Sandbox, host: Host, changes: Record<string, string> = {}) => {
  const back = await returned(sandbox, host, agree)
  const fields = {
    grant_type: 'authorization_code',
    code: back.get('code') ?? '',
    client_id: '51000001',
    client_secret: 'secret',
    redirect_uri: redirect(host),
    code_verifier: verifier,
    ...(host === 'vk' ? { device_id: back.get('device_id') ?? '', state: 'own-state' } : {}),
    ...changes
  }
  return { fields, answer: await post(sandbox, host === 'vk' ? '/vk-id/oauth2/auth' : '/yandex-id/token', fields) }
}

const sandbox = () => createSandbox({ clock: createJumpingClock() })

describe.each(['yandex', 'vk'] as const)('the stand-in of %s', (host) => {
  const tokenPath = host === 'vk' ? '/vk-id/oauth2/auth' : '/yandex-id/token'
  const refusedStatus = host === 'vk' ? 200 : 400

  it('shows a person with an address, one without, somebody new, and a way to cancel', async () => {
    const text = await (await get(sandbox(), `/${host}-id/authorize?${asked(host)}`)).text()
    for (const label of ['Аня, anya@', 'Борис, адреса не даёт', 'Другой человек, guest-', 'Отмена'])
      expect(text).toContain(label)
  })

  it.each([
    { client_id: 'invalid' },
    { redirect_uri: 'http://localhost:8788/elsewhere' },
    { code_challenge: 'short' },
    { response_type: 'token' }
  ] as Record<string, string>[])('gives no code for %j', async (changes) => {
    const own = sandbox()
    expect((await get(own, `/${host}-id/allow?${asked(host, { ...changes, ...agree })}`)).status).toBe(400)
    const text = await (await get(own, `/${host}-id/authorize?${asked(host, changes)}`)).text()
    expect([text.includes('role="alert"'), text.includes('Аня')]).toEqual([true, false])
  })

  it('leads back with the state, and says that the person cancelled', async () => {
    const back = await returned(sandbox(), host, { cancel: 'yes' })
    expect([back.get('error'), back.get('state'), back.get('code')]).toEqual(['access_denied', 'state-1', null])
  })

  it('exchanges a code once', async () => {
    const own = sandbox()
    const { fields, answer } = await exchange(own, host)
    expect(await answer.json()).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: expect.stringMatching(/^bearer$/i),
      expires_in: expect.any(Number),
      ...(host === 'vk' ? { user_id: 7, state: 'own-state', id_token: expect.any(String) } : {})
    })
    const again = await post(own, tokenPath, fields)
    expect([again.status, await again.json()]).toEqual([
      refusedStatus,
      { error: 'invalid_grant', error_description: expect.any(String) }
    ])
  })

  it.each([
    ['another verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
    ['another client', { client_id: '51000002' }, 'invalid_grant'],
    ['an unknown code', { code: 'unknown' }, 'invalid_grant'],
    ['a wrong secret', { client_secret: 'invalid' }, 'invalid_client'],
    ['another kind of grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ...(host === 'vk'
      ? ([
          ['another device', { device_id: 'another' }, 'invalid_grant'],
          ['another address', { redirect_uri: 'http://localhost:8788/elsewhere' }, 'invalid_grant'],
          ['no state', { state: '' }, 'invalid_request']
        ] as const)
      : [])
  ] as const)('refuses %s', async (_, changes, error) => {
    const { answer } = await exchange(sandbox(), host, changes)
    expect([answer.status, await answer.json()]).toEqual([
      refusedStatus,
      { error, error_description: expect.any(String) }
    ])
  })

  it('forgets a code after ten minutes', async () => {
    const clock = createJumpingClock()
    const own = createSandbox({ clock })
    const code = (await returned(own, host, agree)).get('code') ?? ''
    await clock.wait(11 * 60_000, new AbortController().signal)
    const { answer } = await exchange(own, host, { code })
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('what the stand-ins tell of a person', () => {
  it('Яндекс names the client for which the token was given, and no address that was not given', async () => {
    const own = sandbox()
    const token = async (more: Record<string, string>) => {
      const back = await returned(own, 'yandex', more)
      const sent = { grant_type: 'authorization_code', code: back.get('code') ?? '', code_verifier: verifier }
      const basic = { authorization: `Basic ${btoa('51000001:secret')}` }
      return JSON.parse(await (await post(own, '/yandex-id/token', sent, basic)).text()).access_token
    }
    const info = async (of: string) => get(own, '/yandex-id/info?format=json', { authorization: `OAuth ${of}` })
    expect(await (await info(await token(agree))).json()).toEqual({
      id: '7',
      login: 'anya',
      client_id: '51000001',
      default_email: 'anya@yandex.ru',
      emails: ['anya@yandex.ru'],
      psuid: expect.any(String)
    })
    expect(await (await info(await token({ person: '8' }))).json()).not.toHaveProperty('default_email')
    expect(await (await info(await token({ ...agree, scope: 'login:info' }))).json()).not.toHaveProperty('emails')
    expect((await info('unknown')).status).toBe(401)
  })

  it('VK tells the application that has the token, and no other', async () => {
    const own = sandbox()
    const { answer } = await exchange(own, 'vk')
    const { access_token } = JSON.parse(await answer.text())
    const info = async (client_id: string) =>
      (await post(own, '/vk-id/oauth2/user_info', { access_token, client_id })).json()
    expect(await info('51000001')).toMatchObject({ user: { user_id: '7', email: 'anya@yandex.ru' } })
    expect(await info('51000002')).toMatchObject({ error: 'invalid_token' })
  })

  it('the list of calls has neither codes nor tokens', async () => {
    const own = sandbox()
    const { fields, answer } = await exchange(own, 'vk')
    const { access_token } = JSON.parse(await answer.text())
    const calls = JSON.stringify(own.state.calls.list())
    for (const secret of [fields.code, access_token, fields.code_verifier]) expect(calls).not.toContain(secret)
  })
})
