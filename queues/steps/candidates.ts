// Whom a waiting job asks: the accounts that are named for its work, in their order, without those that are off, out of our money or left
// out for a while. The row notes each before it is asked, so that everything later goes to the account that has the work.
import { changeJob, type JobRow } from '#data/history/jobs.ts'
import type { Outages } from '#domain/outage.ts'
import { choiceOf } from '#domain/supplies/choice.ts'
import type { JobSupply, Supply } from '#domain/supplies/supply.ts'
import { breakersOf } from '#durable-objects/base/breakers.ts'
import type { JobContext } from '../base/context.ts'
import { supplyToNote } from '../base/supplies.ts'

/** Never empty of a work that can be had at all; the one whose pause ends first where all are left out. */
export async function candidatesOf(
  { env, supplies }: JobContext,
  row: JobRow,
  outages: Outages
): Promise<readonly JobSupply[]> {
  const known = await supplies()
  const now = Date.now()
  const breakers = breakersOf(env)
  breakers.learn(known.routeStates)
  const choice: readonly Supply[] = choiceOf(row, known, outages, now).supplies
  return breakers.toTry(choice, now, row.userId).map((supply) => supplyToNote(row, supply))
}

/** Notes the next account and renews the lease. @returns undefined when another step has taken the row over */
export const noteSupply = (
  { history }: JobContext,
  held: JobRow,
  supply: JobSupply,
  leaseUntil: number
): Promise<JobRow | undefined> => changeJob(history, held, { supply, leaseUntil, dueAt: leaseUntil })
