// Whom a waiting job asks: the accounts that are named for its work, in their order, without those that are off, out of our money or left
// out for a while. The row notes each before it is asked, so that everything later goes to the account that has the work.
import { changeJob, type JobRow } from '#data/history/jobs.ts'
import type { Outages } from '#domain/outage.ts'
import { choiceOf } from '#domain/supplies/choice.ts'
import type { JobSupply, Supply } from '#domain/supplies/supply.ts'
import { breakersOf, takeCall, tellRouteState } from '#durable-objects/base/breakers.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { MediaStart } from '#providers/media/media.ts'
import type { JobContext } from '../base/context.ts'
import { supplyToNote } from '../base/supplies.ts'

const minuteMs = 60_000

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
  return breakers.toTry(choice, now).map((supply) => supplyToNote(row, supply))
}

/** @returns whether the account may be called now: its limit of calls within a minute is not used up */
export async function mayCall({ env, supplies }: JobContext, supply: JobSupply): Promise<boolean> {
  const breakers = breakersOf(env)
  breakers.tried(supply, Date.now())
  const limit = (await supplies()).suppliers.find(({ id }) => id === supply.supplier)?.perMinuteMax
  const isAllowed = limit ? await takeCall(env, supply.supplier, { key: 'calls', limit, windowMs: minuteMs }) : true
  if (!isAllowed) breakers.untold(supply)
  return isAllowed
}

/** The account was not called after all, so its trial is another's. */
export const noteUncalled = ({ env }: JobContext, supply: JobSupply): void => breakersOf(env).untold(supply)

/** Notes the next account and renews the lease. @returns undefined when another step has taken the row over */
export const noteSupply = (
  { history }: JobContext,
  held: JobRow,
  supply: JobSupply,
  leaseUntil: number
): Promise<JobRow | undefined> => changeJob(history, held, { supply, leaseUntil, dueAt: leaseUntil })

/** What a start says of the route. Never throws. */
export async function noteOutcome({ env }: JobContext, supply: JobSupply, outcome: MediaStart | Error): Promise<void> {
  const breakers = breakersOf(env)
  const now = Date.now()
  if (outcome instanceof ProviderFailure) {
    const state = breakers.failed(supply, outcome, now)
    if (state) await tellRouteState(env, state)
  } else if (outcome instanceof Error || outcome.state === 'failed') breakers.untold(supply)
  else {
    const state = breakers.succeeded(supply, now)
    if (state) await tellRouteState(env, state)
  }
}
