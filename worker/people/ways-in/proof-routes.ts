// The user's ways in, and the fresh proof that dangerous calls ask for.
import type { Hono } from 'hono'
import * as contract from '#contract/second-step.ts'
import { type PasskeyRow, passkeysOf } from '#data/directory/passkeys.ts'
import { enteringUser, linkedIdentities, proveSession } from '#data/directory/ways-in.ts'
import { newPasskeyChallenge } from '../../crypto/passkey-challenge.ts'
import { hasPassword } from '../../crypto/passwords.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { expectFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { checkPassword } from '../check-password.ts'
import { callersWays, freshMs, freshSignInRequired, freshUntilIn } from '../expect-fresh.ts'
import { limitOwnProofs } from './limits.ts'
import { expectOne, proveShown } from './prove.ts'
import { requestOptions } from './webauthn.ts'

export const passkeyView = ({ id, name, isBackedUp, createdAt, usedAt }: PasskeyRow): contract.Passkey => ({
  id,
  name,
  isBackedUp,
  createdAt,
  usedAt
})

const useOf = (c: AppContext) => `proof ${c.var.caller.sessionId}`

export function mountProofs(app: Hono<HonoEnv>) {
  serve(app, contract.readWaysIn, async (_, c) => {
    const { directory, caller, environment } = c.var
    const [facts, passkeys, identities] = await Promise.all([
      callersWays(c),
      passkeysOf(directory, caller.userId),
      linkedIdentities(directory, caller.userId)
    ])
    return {
      hasPassword: hasPassword(facts.passwordHash),
      identities,
      passkeys: passkeys.map(passkeyView),
      authenticatorSince: facts.authenticatorSince,
      takesAuthenticators: environment.FACTOR_SECRET !== undefined,
      secondStep: facts.secondStepAt !== null,
      recoveryLeft: facts.recoveryLeft,
      freshUntil: freshUntilIn(facts, Date.now())
    }
  })

  serve(app, contract.proofOptions, async (_, c) => {
    await limitOwnProofs(c)
    const { directory, environment, caller } = c.var
    const { challenge, ticket } = newPasskeyChallenge(environment, useOf(c), Date.now())
    return { options: requestOptions(environment, challenge, await passkeysOf(directory, caller.userId)), ticket }
  })

  serve(app, contract.proveAgain, async ({ password, ...shown }, c) => {
    expectOne({ password, ...shown })
    await limitOwnProofs(c)
    const { directory, caller } = c.var
    if (password === undefined)
      await proveShown(c, expectFound(await enteringUser(directory, caller.userId)), shown, useOf(c))
    else {
      const facts = await callersWays(c)
      if (facts.secondStepAt !== null) throw freshSignInRequired(facts)
      await checkPassword(c, password, 'password')
    }
    const now = Date.now()
    await proveSession(directory, { id: caller.sessionId, userId: caller.userId, now })
    return { freshUntil: now + freshMs }
  })
}
