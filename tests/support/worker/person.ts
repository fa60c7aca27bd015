// A signed-in person without the registration: the test writes the rows and signs the token, and calls go over HTTP.
import { env, exports } from 'cloudflare:workers'
import type { Envelope } from '#contract/envelope.ts'
import { openDirectory } from '#data/base/database.ts'
import { sessions, users } from '#data/directory/schema.ts'
import { newUserId } from '#domain/shard.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { environmentOf } from '#worker/http/context.ts'
import { giveTokens } from './tokens.ts'

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

interface NewPerson {
  tokens?: number
  paid?: boolean
  /** Default: one of those that take new accounts. */
  shard?: number
  /** Of the password, for who signs in with it. */
  passwordHash?: string
}

/** Writes the rows of a confirmed user and a living session. */
export async function addSignedInUser({ paid = false, shard, passwordHash = '' }: NewPerson = {}): Promise<{
  userId: string
  sessionId: string
  email: string
}> {
  const open = shard === undefined ? environmentOf(env).HISTORY_OPEN : [shard]
  const userId = newUserId(open, crypto.randomUUID())
  const sessionId = crypto.randomUUID()
  const now = Date.now()
  const directory = openDirectory(env)
  const email = `${userId}@person.example`
  await directory.batch([
    directory.insert(users).values({
      id: userId,
      email,
      canonicalEmail: email,
      passwordHash,
      verifiedAt: now,
      firstPurchaseAt: paid ? now : null,
      createdAt: now
    }),
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
  const token = await signAccessToken(environmentOf(env), { userId, sessionId }, Date.now())
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
