// Queries that lack a condition or a statement.
import type { Bug } from '../world/world.ts'
import type { Rewrite } from '../ports/d1.ts'

/** Changes the statements that begin like this, and write this column. */
const where =
  (
    beginning: string | RegExp,
    change: (sql: string) => string | null,
    isMeant: (values: readonly unknown[]) => boolean = () => true
  ): Rewrite =>
  ({ sql, values }) => {
    if (!(typeof beginning === 'string' ? sql.startsWith(beginning) : beginning.test(sql)) || !isMeant(values))
      return { sql, values }
    const changed = change(sql)
    return changed === null ? null : { sql: changed, values }
  }

const nothing = () => null

const chargesJob = /^update "jobs" set .*"charged_tokens" = \?/

export const d1Bugs: Record<string, Bug> = {
  'lines count as copied that were never stored': {
    breaks: 'the copy of the journal is the journal',
    rewrites: where('insert into "ledger_entries"', nothing)
  },
  'a check of a payment overwrites what another caller has stored': {
    breaks: 'a payment never goes back to an earlier state',
    rewrites: where('update "payments" set "checked_at"', (sql) => sql.replace('set ', `set "status" = 'pending', `))
  },
  'a job whose start is unknown is started again': {
    breaks: 'a provider accepts a job once',
    rewrites: where(
      'update "jobs" set ',
      (sql) => sql.replace('"step" = ?', `"step" = coalesce('queued', ?)`),
      (values) => values.includes('submitting')
    )
  },
  'a cancelled job is ended once more': {
    breaks: 'a job that has ended ends only once',
    rewrites: where(chargesJob, (sql) =>
      sql.replace(
        'set ',
        `set "step" = case "step" when 'failed' then 'cancelled' when 'cancelled' then 'failed' else "step" end, `
      )
    )
  },
  'the end of a job is not stored': {
    breaks: 'every job ends',
    rewrites: where(chargesJob, nothing)
  },
  'an order that was not paid is not closed': {
    breaks: 'every order ends',
    rewrites: where('update "payments" set "status" = ?', nothing, (values) => values[0] === 'canceled')
  },
  'a month is added for every call that hears of its payment': {
    breaks: 'a paid month counts once',
    rewrites: ({ sql, values }) => ({
      sql: /^(insert into|update) "subscriptions"/.test(sql) ? sql.replaceAll('"months" = ?', '"months" = ? + 9') : sql,
      values: sql.startsWith('insert into "subscriptions"') ? values.map((value) => (value === 1 ? 7 : value)) : values
    })
  }
}
