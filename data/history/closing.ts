// How the tokens of a history's users moved, by the rows that their histories show: the rows of a user add up to the balance.
import { sql } from 'drizzle-orm'
import type { History } from '../database.ts'
import { prepared } from '../prepared.ts'

export interface Movement {
  service: string
  /** Tokens that came, of rows that added some. */
  added: number
  /** Tokens that went. */
  removed: number
}

/** By service, of a span. Each service is read by the index of services and times. */
export async function movementsOf(
  history: History,
  services: readonly string[],
  start: number,
  end: number
): Promise<Movement[]> {
  const statement = sql`select service, coalesce(sum(case when cost_tokens < 0 then -cost_tokens end), 0) as added,
      coalesce(sum(case when cost_tokens > 0 then cost_tokens end), 0) as removed
    from usage where service in (select value from json_each(${JSON.stringify(services)}))
      and finished_at >= ${start} and finished_at < ${end} group by service`
  return (await prepared(history, statement).all<Movement>()).results
}

/** What users own of all rows before a moment: those in files are added up in the rows of the files. Reads all rows. */
export async function ownedBefore(history: History, end: number): Promise<number> {
  const [live, filed] = await history.$client.batch<{ owned: number }>([
    prepared(history, sql`select coalesce(sum(-cost_tokens), 0) as owned from usage where finished_at < ${end}`),
    prepared(history, sql`select coalesce(sum(-cost_tokens), 0) as owned from archived_books where kind = 'usage'`)
  ])
  return (live?.results[0]?.owned ?? 0) + (filed?.results[0]?.owned ?? 0)
}
