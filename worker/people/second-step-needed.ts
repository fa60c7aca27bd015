// Stands here until the second step is merged.
import type { SecondStepNeeded } from '#contract/second-step.ts'
import { newSecondStepTicket } from '../crypto/second-step-ticket.ts'
import type { AppContext } from '../http/context.ts'

export const neededSecondStep = async (c: AppContext, userId: string): Promise<SecondStepNeeded> => ({
  ticket: newSecondStepTicket(c.var.environment, { userId }, Date.now()),
  ways: []
})
