import type { Outcome } from '#domain/service-health.ts'
import { openHistories } from '../base/database.ts'
import { outcomesMax, recentOutcomes } from '../history/job-lists.ts'

/**
 * Recent outcomes of several services, newest first, of all users.
 * @param since outcomes before this time are not read
 */
export async function recentOutcomesOfAll(
  env: Env,
  services: { text: readonly string[]; media: readonly string[] },
  since: number
): Promise<Map<string, Outcome[]>> {
  const found = await Promise.all(openHistories(env).map(({ history }) => recentOutcomes(history, services, since)))
  return new Map(
    [...services.media, ...services.text].map((service) => [
      service,
      found
        .flatMap((outcomes) => outcomes.get(service) ?? [])
        .toSorted((one, other) => other.finishedAt - one.finishedAt)
        .slice(0, outcomesMax)
    ])
  )
}
