// A person who signs in with a provider of identities: the calls of our pages, and what the provider's page does in between.
import { env } from 'cloudflare:workers'
import type { TokenPair } from '#contract/sign-in.ts'
import type { IdentityProvider } from '#contract/identities.ts'
import { type Answered, type Asked, consents, post } from './account.ts'

export interface Named {
  id: string
  email: string | null
}

let people = 0
/** Somebody whom no provider has named before. */
export const newNamed = (
  email: string | null = `named${++people}-${crypto.randomUUID().slice(0, 8)}@yandex.ru`
): Named => ({
  id: String(2_000_000_000 + crypto.getRandomValues(new Uint32Array(1))[0]!),
  email
})

export interface Begun {
  provider: IdentityProvider
  url: string
  cookie: string
}

const cookieOf = ({ headers }: Answered): string =>
  /__Secure-identity=[^;]*/.exec(headers['set-cookie'] ?? '')?.[0] ?? ''

/** Begins at our page: for an account with its access token, for a visitor without. */
export async function begin(
  provider: IdentityProvider = 'yandex',
  { intent, ...more }: Asked & { intent?: 'link' | 'prove' } = {},
  returnTo = '/'
): Promise<Begun> {
  const path = intent === undefined ? '/api/auth/identities/start' : '/api/user/identities/start'
  const started = await post(path, { provider, intent, returnTo }, more)
  if (started.status !== 200) throw new Error(started.text)
  return { provider, url: String(started.body.data!['url']), cookie: cookieOf(started) }
}

export interface Returned {
  provider: IdentityProvider
  state: string
  code?: string
  deviceId?: string
  error?: string
}

/** What the provider's page puts into the address of ours. @param named null: the person cancels */
export async function returnOf(
  { url, provider }: Pick<Begun, 'url' | 'provider'>,
  named: Named | null
): Promise<Returned> {
  const page = new URL(url)
  const more: [string, string][] =
    named === null
      ? [['cancel', 'yes']]
      : [['person', named.id], ...(named.email === null ? [] : [['email', named.email] as [string, string]])]
  page.pathname = page.pathname.replace('/authorize', '/allow')
  for (const [name, value] of more) page.searchParams.set(name, value)
  const answer = await fetch(page, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? 'about:blank')
  if (back.origin !== env.SITE_ORIGIN) throw new Error(`Not led back: ${answer.status} ${await answer.text()}`)
  const given = (name: string) => back.searchParams.get(name) ?? undefined
  const [code, deviceId, error] = [given('code'), given('device_id'), given('error')]
  return {
    provider,
    state: given('state') ?? '',
    ...(code !== undefined && { code }),
    ...(deviceId !== undefined && { deviceId }),
    ...(error !== undefined && { error })
  }
}

export const finish = (returned: Returned, cookie: string, more: Asked = {}): Promise<Answered> =>
  post('/api/auth/identities/finish', returned, { ...more, headers: { cookie, ...more.headers } })

/** The whole way to the provider and back. */
export async function arrive(
  named: Named | null,
  provider: IdentityProvider = 'yandex',
  more: Asked & { intent?: 'link' | 'prove' } = {}
): Promise<Answered> {
  const begun = await begin(provider, more)
  return finish(await returnOf(begun, named), begun.cookie)
}

/** The `data` of a call that must succeed. */
export function dataOf({ status, body, text }: Answered) {
  if (status !== 200) throw new Error(text)
  return body.data as Record<string, unknown> & { ticket: string; tokens: TokenPair }
}

/** The ticket of a person whom no account knows. */
export async function ticketOf(named: Named, provider: IdentityProvider = 'yandex'): Promise<string> {
  const { state, ticket } = dataOf(await arrive(named, provider))
  if (state !== 'new') throw new Error(`Not a new person: ${String(state)}`)
  return ticket
}

export const create = (ticket: string, body: object = {}, more: Asked = {}): Promise<Answered> =>
  post('/api/auth/identities/create', { ticket, consents, ...body }, more)

/** A new account by a provider's address. */
export async function enter(named: Named, provider: IdentityProvider = 'yandex'): Promise<TokenPair> {
  return dataOf(await create(await ticketOf(named, provider))).tokens
}
