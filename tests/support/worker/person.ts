// A signed-in person without the registration: the test writes the rows and signs the token, and calls go over HTTP.
import { env, exports } from 'cloudflare:workers'
import type { Envelope } from '#contract/envelope.ts'
import { openDirectory } from '#data/base/database.ts'
import { sessions, users } from '#data/directory/schema.ts'
import { newUserId } from '#domain/shard.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { giveTokens } from './tokens.ts'

type UserRow = typeof users.$inferInsert

export interface Person {
  userId: string
  sessionId: string
  /** Calls the API as this person. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
}

const origin = env.SITE_ORIGIN

/** Bytes are sent as they are, everything else as JSON. */
const bodyOf = (body: unknown): BodyInit =>
  typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body)

export const sendAsVisitor = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  exports.default.fetch(
    new Request(`${origin}/api${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: bodyOf(body) })
    })
  )

interface NewUser {
  paid?: boolean
  /** Default: one of those that take new accounts. */
  shard?: number
  /** Of the password, for who signs in with it. */
  passwordHash?: string
  /** Default: made of the id. */
  email?: string
}

interface NewPerson extends NewUser {
  tokens?: number
}

/** The row of a confirmed user. */
export function userRow({ paid = false, shard, passwordHash = '', email }: NewUser): UserRow {
  const open = shard === undefined ? environmentOf(env).HISTORY_OPEN : [shard]
  const id = newUserId(open, crypto.randomUUID())
  const address = email ?? `${id}@person.example`
  const now = Date.now()
  return {
    id,
    email: address,
    canonicalEmail: address,
    passwordHash,
    verifiedAt: now,
    firstPurchaseAt: paid ? now : null,
    createdAt: now
  }
}

/** Writes the rows of a confirmed user and a living session. */
export async function addSignedInUser(wanted: NewUser = {}): Promise<{
  userId: string
  sessionId: string
  email: string
}> {
  const user = userRow(wanted)
  const { id: userId, email } = user
  const sessionId = crypto.randomUUID()
  const now = user.createdAt
  const directory = openDirectory(env)
  await directory.batch([
    directory.insert(users).values(user),
    directory.insert(sessions).values({
      id: sessionId,
      userId,
      refreshHash: sessionId,
      userAgent: 'test',
      ip: '127.0.0.1',
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + 86_400_000
    })
  ])
  return { userId, sessionId, email }
}

export async function newPerson({ tokens = 0, ...more }: NewPerson = {}): Promise<Person> {
  const { userId, sessionId } = await addSignedInUser(more)
  await giveTokens(userId, tokens)
  const token = signAccessToken(environmentOf(env), { userId, sessionId }, Date.now())
  return {
    userId,
    sessionId,
    send: (method, path, body, headers = {}) =>
      sendAsVisitor(method, path, body, { authorization: `Bearer ${token}`, ...headers })
  }
}

/** Status and envelope of a JSON answer, as one object to compare. */
export async function answered(response: Response): Promise<{ status: number } & Envelope> {
  return { status: response.status, ...(await response.json<Envelope>()) }
}

/** The `data` of a call that must succeed. */
export async function dataOf<Data>(response: Response): Promise<Data> {
  const body = await answered(response)
  if (body.status !== 200 || !body.success) throw new Error(`A call failed: ${JSON.stringify(body)}`)
  return body.data as Data
}
