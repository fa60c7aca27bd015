// How the work ended for which tokens are still reserved, as its owner knows it.
import type { History } from '#data/database.ts'
import { findUserJob } from '#data/history/jobs.ts'
import { ownerOutcomeOf } from '#domain/job.ts'
import type { OwnerOutcome } from '#domain/ledger-overdue.ts'
import type { Answers } from '../answer/answers.ts'
import type { ReservedWork } from '../wallet/overdue.ts'

/** A job's row is ended before its reservation is settled. */
export async function outcomeOf(
  { answers, history, userId }: { answers: Answers; history: History; userId: string },
  { owner, operationId }: ReservedWork
): Promise<OwnerOutcome> {
  if (owner === 'answer') return answers.outcomeOf(operationId)
  return ownerOutcomeOf(await findUserJob(history, userId, operationId))
}
