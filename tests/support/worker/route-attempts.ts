// Questions to played suppliers, and the rows of their calls in the histories.
import type { Route } from '#domain/models/route.ts'
import { type AskerRequest, eventsOf, newAsker, requestOf } from './asking.ts'
import { accounts, play, playedRoutes, type Reply } from './first-route.ts'
import { historyRows } from './histories.ts'
import { openStream } from './reading.ts'

type Stored = Record<string, unknown>

/** The rows of its calls: their models are those of no other test. */
export const stored = async ({ userId, routes }: AskerRequest): Promise<Stored[]> =>
  (
    await historyRows(userId)
      .prepare(`select * from route_attempts where upstream_model in (select value from json_each(?)) order by rowid`)
      .bind(JSON.stringify(routes.map(({ model }) => model)))
      .all<Stored>()
  ).results

/** Of each row: who was called, how it ended, whether a word came, and what was charged. */
export const briefly = (rows: Stored[]) =>
  rows.map(({ supplier, outcome, first_word_ms: firstWord, charged_micros: charged }) => [
    supplier,
    outcome,
    firstWord !== null,
    Number(charged) / 1e6
  ])

interface Asked {
  one?: Reply
  other?: Reply
  request?: Partial<AskerRequest>
}

/** Asks played suppliers and reads the answer to its end. */
export async function askPlayed({ one, other, request: more }: Asked): Promise<AskerRequest> {
  play({ ...(one && { one }), ...(other && { other }) })
  const asker = await newAsker(20)
  const routes: Route[] = more?.routes ? [...more.routes] : playedRoutes('one', 'other')
  const request = requestOf(asker, 'Кратко о море', { accounts, ...more, routes })
  await eventsOf(await openStream(request))
  return request
}
