// The second step of signing in: who needs it, and with what it is taken.
import type { SecondStepNeeded } from '#contract/second-step.ts'
import type { Directory } from '#data/base/database.ts'
import { waysFacts, type WaysFacts } from '#data/directory/ways-in.ts'
import { newSecondStepTicket } from '../crypto/second-step-ticket.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'

/** With what of these facts a second step can be taken. */
export const secondStepsIn = ({ passkeys, authenticatorSince, recoveryLeft }: WaysFacts): SecondStepNeeded['ways'] => [
  ...(passkeys > 0 ? (['passkey'] as const) : []),
  ...(authenticatorSince === null ? [] : (['code'] as const)),
  ...(recoveryLeft > 0 ? (['recovery'] as const) : [])
]

/** With what this user can take the second step. */
export async function secondStepWays(directory: Directory, userId: string): Promise<SecondStepNeeded['ways']> {
  const facts = await waysFacts(directory, userId)
  return facts ? secondStepsIn(facts) : []
}

/**
 * Refuses a sign-in whose first step was right and whose user wants a second one.
 * @throws AppError SECOND_STEP_REQUIRED with the ticket for it
 */
export async function expectNoSecondStep(
  c: AppContext,
  user: { id: string; secondStepAt: number | null; passwordHash: string }
): Promise<void> {
  if (user.secondStepAt === null) return
  const { directory, environment } = c.var
  const { id: userId, passwordHash } = user
  const data: SecondStepNeeded = {
    ticket: newSecondStepTicket(environment, { userId, passwordHash }, Date.now()),
    ways: await secondStepWays(directory, userId)
  }
  throw new AppError('SECOND_STEP_REQUIRED', { data })
}
