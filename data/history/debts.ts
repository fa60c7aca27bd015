// Users who owe tokens, by the newest line of each: after a refund, a change by an operator or a correction.
import type { History } from '../base/database.ts'

/** Words of the indexes: SQLite uses them only where a query repeats their conditions. */
const nextInDebt = (after: string) => `select min(id) from (
  select min(user_id) as id from ledger_entries where balance_after < reserved_after and user_id > ${after}
  union all select min(user_id) from old_books where balance_after < 0 and user_id > ${after})`

/** A user whose last line is older than a year has no reservations. */
const debtQuery = `with recursive found(id) as (
    select (${nextInDebt('?1')}) union all select (${nextInDebt('found.id')}) from found where found.id is not null limit ?2)
  select id as userId, coalesce(
    (select reserved_after - balance_after from ledger_entries where user_id = id order by seq desc limit 1),
    (select -balance_after from old_books where user_id = id), 0) as debtTokens
  from found where id is not null`

interface Owing {
  userId: string
  /** Not more than 0: the debt was paid. */
  debtTokens: number
}

/** The next users who are or were in debt, in the order of their ids. */
export async function onceInDebt({ $client }: History, after: string, limit: number): Promise<Owing[]> {
  return (await $client.prepare(debtQuery).bind(after, limit).all<Owing>()).results
}
