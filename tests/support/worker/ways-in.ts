// People who sign in with more than a password.
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { environmentOf } from '#domain/parsed-environment.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { hashPassword, withoutPassword } from '#worker/crypto/passwords.ts'
import { type Answered, call, password, post, subjectOf } from './account.ts'
import { type CreationOptions, type Differently, type RequestOptions, SoftwarePasskey } from './authenticator.ts'
import { codeOf } from './operating.ts'
import { answered, dataOf, newPerson, type Person, sendAsVisitor } from './person.ts'

export const minuteMs = 60_000

export interface Holder extends Person {
  email: string
  /** Calls of the API with the answer's status and envelope. */
  ask: (method: string, path: string, body?: unknown) => ReturnType<typeof answered>
}

/** @param typed null: without a password, as after signing in with a provider */
export async function newHolder(typed: string | null = password): Promise<Holder> {
  const hash = await hashPassword(typed ?? password)
  const person = await newPerson({ passwordHash: typed === null ? withoutPassword(hash) : hash })
  const email = `${person.userId}@person.example`
  // The clock moves on in tests, and an access token lasts ten minutes.
  const send: Person['send'] = (method, path, body, headers = {}) =>
    sendAsVisitor(method, path, body, {
      authorization: `Bearer ${signAccessToken(environmentOf(env), person, Date.now())}`,
      ...headers
    })
  return { ...person, email, send, ask: async (...asked) => answered(await send(...asked)) }
}

/** A later step of the authenticator, in which its codes are other ones; budgets of tries are full again. */
export const waitForBudgets = () => vi.setSystemTime(Date.now() + 40 * minuteMs)

/** As if the session had begun, and been proven, long ago. */
export async function age({ sessionId }: Pick<Person, 'sessionId'>): Promise<void> {
  const at = Date.now() - 11 * minuteMs
  await env.DB.prepare(
    'update sessions set created_at = ?2, proven_at = case when proven_at is null then null else ?2 end where id = ?1'
  )
    .bind(sessionId, at)
    .run()
}

/** As if the owner of the session had proven themselves just now. */
export async function prove<Someone extends Pick<Person, 'sessionId'>>(owner: Someone): Promise<Someone> {
  await env.DB.prepare('update sessions set proven_at = ?2 where id = ?1').bind(owner.sessionId, Date.now()).run()
  return owner
}

interface Offer<Options> {
  options: Options
  ticket: string
}

export const offerOf = async <Options = RequestOptions>(person: Person, path: string): Promise<Offer<Options>> =>
  dataOf(await person.send('POST', path, {}))

/** Adds a passkey. @returns it, or what the answer said otherwise */
export async function added(person: Holder, different: Differently = {}, key = new SoftwarePasskey(env.SITE_ORIGIN)) {
  const { options, ticket } = await offerOf<CreationOptions>(person, '/user/passkeys/options')
  const response = key.create(options, different)
  return { key, answer: await person.ask('POST', '/user/passkeys', { ticket, response, name: 'Телефон' }) }
}

export async function addPasskey(person: Holder): Promise<SoftwarePasskey> {
  const { key, answer } = await added(person)
  if (answer.status !== 200) throw new Error(`No passkey was added: ${JSON.stringify(answer)}`)
  return key
}

/** Connects an authenticator. @returns its secret */
export async function connect(person: Holder): Promise<string> {
  const { secret } = await dataOf<{ secret: string; uri: string }>(await person.send('POST', '/user/authenticator', {}))
  const { status } = await person.ask('PUT', '/user/authenticator', { code: codeOf(secret) })
  if (status !== 200) throw new Error(`No authenticator was connected: ${status}`)
  return secret
}

/** @returns the recovery codes */
export const switchOn = async (person: Person): Promise<string[]> =>
  (await dataOf<{ recoveryCodes: string[] }>(await person.send('PUT', '/user/second-step', { on: true }))).recoveryCodes

export const logIn = (email: string, typed = password): Promise<Answered> =>
  post('/api/auth/login', { email, password: typed })

export interface Guarded {
  owner: Holder
  /** Of the authenticator, whose present code is unused. */
  secret: string
  codes: string[]
}

/** A person with an authenticator and the second step on. */
export async function newGuarded(): Promise<Guarded> {
  const owner = await newHolder()
  const secret = await connect(owner)
  const codes = await switchOn(owner)
  waitForBudgets()
  return { owner, secret, codes }
}

/** Signs in with the password as far as the second step. @returns the ticket */
export async function firstStep({ email }: Holder, typed = password): Promise<string> {
  const { body } = await logIn(email, typed)
  if (body.success || body.code !== 'SECOND_STEP_REQUIRED') throw new Error(`No second step: ${JSON.stringify(body)}`)
  return (body.data as unknown as { ticket: string }).ticket
}

export const secondStep = (ticket: string, shown: object) => post('/api/auth/second-step', { ticket, ...shown })

/** What a device without a session gets to sign in with a passkey. */
export async function entryOffer(): Promise<Offer<RequestOptions>> {
  const { body } = await post('/api/auth/passkeys/options', {})
  return body.data as unknown as Offer<RequestOptions>
}

/** Signs in with a passkey, or does what the test wants instead. */
export async function enterWith(key: SoftwarePasskey, different: Differently = {}): Promise<Answered> {
  const { options, ticket } = await entryOffer()
  return post('/api/auth/passkeys/sign-in', { ticket, response: key.get(options, different) })
}

/** Whose account an answer has opened; null: none. */
export function openedBy({ body }: Answered): string | null {
  if (!body.success) return null
  return subjectOf((body.data as unknown as { tokens: { accessToken: string } }).tokens.accessToken)
}

export const profileOf = (accessToken: string) => call('/api/auth/profile', { accessToken })

/** The options for a second step by passkey, and what the passkey shows for them. */
export async function passkeyFor(ticket: string, key: SoftwarePasskey) {
  const { body } = await post('/api/auth/second-step/options', { ticket })
  const { options, ticket: challenge } = body.data as unknown as Offer<RequestOptions>
  return { options, shown: { passkey: { ticket: challenge, response: key.get(options) } } }
}
