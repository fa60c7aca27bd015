// VK ID: id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description. Its refusals of an exchange have
// the status 200.
import type { Hono } from 'hono'
import type { SandboxEnvironment } from '../base/state.ts'
import { exchange, type IdentityState } from './desk.ts'
import { authorizePage, serveAllow } from './page.ts'
import { serveIdentity } from './serve.ts'

const BASE = '/vk-id'
const HOUR_SECONDS = 3600

const refusal = (error: string, description: string, status = 200) =>
  Response.json({ error, error_description: description }, { status })

/** Unsigned by anybody: the shape of VK's own, with claims that the standard does not know. */
const idTokenOf = (client: string, person: string) =>
  [
    { alg: 'RS256', typ: 'JWT' },
    { iis: 'VK', sub: Number(person), app: Number(client) || client, jti: 1 }
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat('c2lnbmF0dXJl')
    .join('.')

const serveAuth = (state: IdentityState) =>
  serveIdentity(state, 'vk-id', (fields) => {
    const sent = (name: string) => fields.get(name) ?? ''
    const client = sent('client_id')
    if (client === '' || client.includes('invalid')) return refusal('invalid_client', 'client_id is incorrect')
    if (sent('client_secret').includes('invalid')) return refusal('invalid_client', 'client_secret is incorrect')
    if (sent('grant_type') !== 'authorization_code') return refusal('unsupported_grant_type', 'grant_type is incorrect')
    const lacking = ['code', 'code_verifier', 'device_id', 'redirect_uri', 'state'].find((name) => sent(name) === '')
    if (lacking !== undefined) return refusal('invalid_request', `${lacking} is missing or invalid`)
    const done = exchange(state, {
      host: 'vk',
      code: sent('code'),
      client,
      redirect: sent('redirect_uri'),
      verifier: sent('code_verifier'),
      deviceId: sent('device_id')
    })
    if (!done) return refusal('invalid_grant', 'Code is invalid or expired')
    return Response.json({
      refresh_token: `vk2.a.r${done.token}`,
      access_token: done.token,
      id_token: idTokenOf(client, done.grant.person.id),
      token_type: 'Bearer',
      expires_in: HOUR_SECONDS,
      user_id: Number(done.grant.person.id),
      state: sent('state'),
      scope: done.grant.givesEmail ? 'vkid.personal_info email' : 'vkid.personal_info'
    })
  })

const serveInfo = (state: IdentityState) =>
  serveIdentity(state, 'vk-id', (fields) => {
    const grant = state.identities.tokens.get(fields.get('access_token') ?? '')
    if (grant?.host !== 'vk' || grant.client !== fields.get('client_id'))
      return refusal('invalid_token', 'access_token is missing or invalid')
    const { id, email } = grant.person
    return Response.json({
      user: {
        user_id: id,
        first_name: 'Анна',
        last_name: 'Песочная',
        avatar: 'https://vk.com/images/camera_200.png',
        ...(grant.givesEmail && email !== null ? { email } : {}),
        sex: 1,
        verified: false,
        birthday: '01.01.2000'
      }
    })
  })

export function mountVkId(app: Hono<SandboxEnvironment>, state: IdentityState): void {
  const host = { host: 'vk', base: BASE, name: 'VK ID' } as const
  app.get(`${BASE}/authorize`, authorizePage(host))
  app.get(`${BASE}/allow`, serveAllow(state, host))
  app.post(`${BASE}/oauth2/auth`, serveAuth(state))
  app.post(`${BASE}/oauth2/user_info`, serveInfo(state))
}
