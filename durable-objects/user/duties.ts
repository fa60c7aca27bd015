// What a user's object does when its alarm rings. Every duty may be repeated.
import type { Directory, History } from '#data/base/database.ts'
import { findUserJob } from '#data/history/jobs.ts'
import { ownerOutcomeOf } from '#domain/job.ts'
import type { OwnerOutcome } from '#domain/ledger-overdue.ts'
import type { ReservedOperation } from '../wallet/overdue.ts'
import type { Parts } from './parts.ts'

/** The id of the user, after whom the object is named. */
interface Surroundings {
  directory: Directory
  history: () => History
  userId: () => string
}

/** All are begun by this call; none waits for another. */
export function performDuties(parts: Parts, around: Surroundings, now: number): Promise<void>[] {
  const { answers, metering, wallet, sockets, buckets, leases } = parts
  return [
    answers.performDue(now),
    answers.uncounted.performDue(around.history, now),
    wallet.performDue(around.history, (work) => outcomeOf(parts, around, work)),
    wallet.budgets().performDue(around.directory, around.userId(), now),
    sockets.performDue(around.directory, now),
    (async () => {
      buckets.deleteFull(now)
      leases.performDue(now)
    })(),
    metering.performDue(now)
  ]
}

/** How the work ended for which tokens are still reserved. A job's row is ended before its reservation is settled. */
async function outcomeOf(
  { answers, metering }: Parts,
  { history, userId }: Surroundings,
  { owner, operationId }: ReservedOperation
): Promise<OwnerOutcome> {
  if (owner === 'api') return (await metering.load()).outcomeOf(operationId)
  if (owner === 'answer') return answers.outcomeOf(operationId)
  return ownerOutcomeOf(await findUserJob(history(), userId(), operationId))
}
