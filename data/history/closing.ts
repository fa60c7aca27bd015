// How the tokens of a history's users moved, by the rows that their histories show: the rows of a user add up to the balance.
import { sql } from 'drizzle-orm'
import type { History } from '../base/database.ts'
import { prepared } from '../base/prepared.ts'
import { nextBookUser } from './book-walk.ts'

export interface Movement {
  service: string
  /** Tokens that came, of rows that added some. */
  added: number
  /** Tokens that went. */
  removed: number
}

/**
 * By service, of a span. Jumps from service to service by the index of services and times: every row is counted, also of
 * services that the catalogue no longer has.
 */
export async function movementsOf(history: History, start: number, end: number): Promise<Movement[]> {
  const statement = sql`with recursive found(name) as (
      select min(service) from usage
      union all select (select min(service) from usage where service > name) from found where name is not null)
    select name as service, coalesce(sum(case when cost_tokens < 0 then -cost_tokens end), 0) as added,
      coalesce(sum(case when cost_tokens > 0 then cost_tokens end), 0) as removed
    from found cross join usage on usage.service = name
      and finished_at >= ${start} and finished_at < ${end} group by name`
  return (await prepared(history, statement).all<Movement>()).results
}

const balanceBefore = `coalesce(
  (select balance_after from ledger_entries where user_id = id and at < ?1 order by seq desc limit 1),
  (select balance_after from old_books where user_id = id))`

const ownedQuery = `with recursive found(id) as (
    select (${nextBookUser("''")}) union all select (${nextBookUser('found.id')}) from found where found.id is not null)
  select coalesce(sum(${balanceBefore}), 0) as owned from found where id is not null`

/** What users owned before a moment, erased ones too: the last balance of each. No line of that time has left the table. */
export async function ownedBefore({ $client }: History, end: number): Promise<number> {
  return (await $client.prepare(ownedQuery).bind(end).first<number>('owned')) ?? 0
}
