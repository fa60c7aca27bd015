// A confirmed account with a password, signed in, without the calls and mails of its registration.
import { env } from 'cloudflare:workers'
import { openDirectory } from '#data/base/database.ts'
import { sessions } from '#data/directory/schema.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { environmentOf } from '#worker/http/context.ts'
import { addAccount } from './account.ts'
import { giveTokens } from './tokens.ts'

export interface Registered {
  email: string
  userId: string
  accessToken: string
}

/** For files that hash cheaply. */
export async function newRegistered(tokens = 0): Promise<Registered> {
  const { email, userId } = await addAccount()
  const [environment, sessionId, now] = [environmentOf(env), crypto.randomUUID(), Date.now()]
  const place = { refreshHash: sessionId, userAgent: 'test', ip: '127.0.0.1' }
  await openDirectory(env)
    .insert(sessions)
    .values({ id: sessionId, userId, ...place, createdAt: now, lastSeenAt: now, expiresAt: now + 86_400_000 })
  await giveTokens(userId, tokens)
  return { email, userId, accessToken: await signAccessToken(environment, { userId, sessionId }, now) }
}
