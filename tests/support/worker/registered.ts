// A confirmed account with a password, signed in, without the calls and mails of its registration.
import { env } from 'cloudflare:workers'
import { openDirectory } from '#data/base/database.ts'
import { sessions, users } from '#data/directory/schema.ts'
import { newUserId } from '#domain/shard.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { hashPassword } from '#worker/crypto/passwords.ts'
import { environmentOf } from '#worker/http/context.ts'
import { newAddress, password } from './account.ts'
import { giveTokens } from './tokens.ts'

export interface Registered {
  email: string
  userId: string
  accessToken: string
}

/** For files that hash cheaply. */
export async function newRegistered(tokens = 0): Promise<Registered> {
  const environment = environmentOf(env)
  const [email, sessionId, now] = [newAddress(), crypto.randomUUID(), Date.now()]
  const userId = newUserId(environment.HISTORY_OPEN, crypto.randomUUID())
  const passwordHash = await hashPassword(password)
  const place = { refreshHash: sessionId, userAgent: 'test', ip: '127.0.0.1' }
  const directory = openDirectory(env)
  await directory.batch([
    directory.insert(users).values({
      id: userId,
      email,
      canonicalEmail: email,
      passwordHash,
      verifiedAt: now,
      createdAt: now
    }),
    directory
      .insert(sessions)
      .values({ id: sessionId, userId, ...place, createdAt: now, lastSeenAt: now, expiresAt: now + 86_400_000 })
  ])
  await giveTokens(userId, tokens)
  return { email, userId, accessToken: await signAccessToken(environment, { userId, sessionId }, now) }
}
