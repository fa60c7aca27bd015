// Signing in with a passkey, and the second step after a password or a provider.
import type { Hono } from 'hono'
import * as contract from '#contract/second-step.ts'
import { passkeysOf } from '#data/directory/passkeys.ts'
import { type EnteringUser, enteringUser } from '#data/directory/ways-in.ts'
import { newPasskeyChallenge } from '../../crypto/passkey-challenge.ts'
import {
  passwordMarkOf,
  readSecondStepTicket,
  secondStepLifetimeMs,
  type SecondStepTicket
} from '../../crypto/second-step-ticket.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { openSession } from '../open-session.ts'
import { tellWaysIn } from '../tell-ways-in.ts'
import { limitEntryOptions, limitProofs } from './limits.ts'
import { expectOne, provePasskey, proveShown, type Shown, takeOnlyOnce } from './prove.ts'
import { requestOptions } from './webauthn.ts'

const signingIn = 'sign-in'
const secondStepOf = ({ id }: SecondStepTicket) => `second-step ${id}`

/** Opens the session. For an account that is being erased the refusal is that of an unknown one. */
async function enter(c: AppContext, user: EnteringUser, refusal: 'PASSKEY_UNKNOWN' | 'SECOND_STEP_EXPIRED') {
  try {
    return await openSession(c, user)
  } catch (error) {
    // 401 would have the browser renew a session.
    if (error instanceof AppError && error.refusal.code === 'INVALID_CREDENTIALS') throw new AppError(refusal)
    throw error
  }
}

interface Waiting {
  ticket: SecondStepTicket
  user: EnteringUser
}

/** The sign-in that waits for its second step. @throws AppError SECOND_STEP_EXPIRED */
async function waiting(c: AppContext, text: string): Promise<Waiting> {
  const ticket = readSecondStepTicket(c.var.environment, text, Date.now())
  const user = ticket && (await enteringUser(c.var.directory, ticket.userId))
  if (!ticket || !user || user.secondStepAt === null) throw new AppError('SECOND_STEP_EXPIRED')
  const { passwordMark } = ticket
  if (passwordMark !== '' && passwordMark !== passwordMarkOf(user.passwordHash))
    throw new AppError('SECOND_STEP_EXPIRED')
  return { ticket, user }
}

const dayMs = 24 * 60 * 60_000

/** As `proveShown`; of codes that are guessed after a right first step the owner is told, once a day. */
async function proveStep(c: AppContext, { ticket, user }: Waiting, shown: Shown): Promise<void> {
  try {
    await proveShown(c, user, shown, secondStepOf(ticket))
  } catch (error) {
    const isGuessed = shown.passkey === undefined && error instanceof AppError && error.refusal.code === 'RATE_LIMITED'
    if (isGuessed && (await takeOnlyOnce(c, user.id, 'guessing-told', dayMs)))
      tellWaysIn(c, user, { kind: 'codes-guessed', after: ticket.passwordMark === '' ? 'identity' : 'password' })
    throw error
  }
}

function mountPasskeySignIn(app: Hono<HonoEnv>) {
  serve(app, contract.passkeySignInOptions, async (_, c) => {
    await limitEntryOptions(c)
    const { challenge, ticket } = newPasskeyChallenge(c.var.environment, signingIn, Date.now())
    return { options: requestOptions(c.var.environment, challenge), ticket }
  })

  serve(app, contract.signInWithPasskey, async (shown, c) => {
    await limitProofs(c)
    return enter(c, await provePasskey(c, shown, signingIn), 'PASSKEY_UNKNOWN')
  })
}

export function mountEntry(app: Hono<HonoEnv>) {
  mountPasskeySignIn(app)

  serve(app, contract.secondStepOptions, async ({ ticket: text }, c) => {
    await limitProofs(c)
    const { directory, environment } = c.var
    const { ticket: signIn, user } = await waiting(c, text)
    const { challenge, ticket } = newPasskeyChallenge(environment, secondStepOf(signIn), Date.now())
    return { options: requestOptions(environment, challenge, await passkeysOf(directory, user.id)), ticket }
  })

  serve(app, contract.takeSecondStep, async ({ ticket: text, ...shown }, c) => {
    expectOne(shown)
    await limitProofs(c)
    const { ticket, user } = await waiting(c, text)
    await proveStep(c, { ticket, user }, shown)
    if (!(await takeOnlyOnce(c, user.id, `second-step:${ticket.id}`, secondStepLifetimeMs)))
      throw new AppError('SECOND_STEP_EXPIRED')
    return enter(c, user, 'SECOND_STEP_EXPIRED')
  })
}
