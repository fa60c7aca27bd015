// Яндекс ID: yandex.ru/dev/id/doc/ru/codes/code-url and /user-information.
import type { Hono } from 'hono'
import type { SandboxEnvironment } from '../base/state.ts'
import { exchange, type IdentityState } from './desk.ts'
import { authorizePage, serveAllow } from './page.ts'
import { serveIdentity } from './serve.ts'

const BASE = '/yandex-id'
const YEAR_SECONDS = 31_536_000

const refusal = (error: string, description: string, status = 400) =>
  Response.json({ error, error_description: description }, { status })

/** The secret comes in a header or in the form. */
function clientOf(fields: URLSearchParams, headers: Headers): { client: string; secret: string } {
  const basic = /^Basic (.+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (basic === undefined) return { client: fields.get('client_id') ?? '', secret: fields.get('client_secret') ?? '' }
  const [client = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
  return { client, secret }
}

const serveToken = (state: IdentityState) =>
  serveIdentity(state, 'yandex-id', (fields, headers) => {
    const { client, secret } = clientOf(fields, headers)
    if (client === '') return refusal('invalid_request', 'client_id not passed')
    if (client.includes('invalid')) return refusal('invalid_client', 'Client not found')
    if (secret === '' || secret.includes('invalid')) return refusal('invalid_client', 'Wrong client secret')
    if (fields.get('grant_type') !== 'authorization_code')
      return refusal('unsupported_grant_type', 'Unknown grant_type')
    const code = fields.get('code') ?? ''
    if (code === '') return refusal('invalid_request', 'code not passed')
    const verifier = fields.get('code_verifier') ?? ''
    const done = exchange(state, { host: 'yandex', code, client, redirect: null, verifier, deviceId: null })
    if (!done) return refusal('invalid_grant', 'Code has expired')
    return Response.json({
      access_token: done.token,
      expires_in: YEAR_SECONDS,
      refresh_token: `1:${done.token.slice(0, 16)}`,
      token_type: 'bearer',
      scope: 'login:email'
    })
  })

const serveInfo = (state: IdentityState) =>
  serveIdentity(state, 'yandex-id', (_, headers) => {
    const token = /^OAuth (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
    const grant = state.identities.tokens.get(token)
    if (grant?.host !== 'yandex') return new Response('Unauthorized', { status: 401 })
    const { id, email } = grant.person
    return Response.json({
      id,
      login: email?.split('@')[0] ?? `uid-${id}`,
      client_id: grant.client,
      ...(grant.givesEmail && email !== null ? { default_email: email, emails: [email] } : {}),
      psuid: `1.AAceCw.${id}`
    })
  })

export function mountYandexId(app: Hono<SandboxEnvironment>, state: IdentityState): void {
  const host = { host: 'yandex', base: BASE, name: 'Яндекс ID' } as const
  app.get(`${BASE}/authorize`, authorizePage(host))
  app.get(`${BASE}/allow`, serveAllow(state, host))
  app.post(`${BASE}/token`, serveToken(state))
  app.get(`${BASE}/info`, serveInfo(state))
}
