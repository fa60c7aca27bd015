// A confirmed account with a password, signed in, without the calls and mails of its registration.
import { env } from 'cloudflare:workers'
import { environmentOf } from '#domain/parsed-environment.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { hashPassword } from '#worker/crypto/passwords.ts'
import { password } from './account.ts'
import { addSignedInUser } from './person.ts'
import { giveTokens } from './tokens.ts'

export interface Registered {
  email: string
  userId: string
  accessToken: string
}

/** For files that hash cheaply. */
export async function newRegistered(tokens = 0): Promise<Registered> {
  const { userId, sessionId, email } = await addSignedInUser({ passwordHash: await hashPassword(password) })
  await giveTokens(userId, tokens)
  return { email, userId, accessToken: signAccessToken(environmentOf(env), { userId, sessionId }, Date.now()) }
}
