// The limits that the user has set. They are read in the commit that reserves, so no number of requests at once gets past one: what
// is spent follows from the account's sum, which every line of the journal carries, and what is reserved counts beside it.
import { budgetPeriods, type BudgetPeriod, type SpentBudget } from '#contract/budget-words.ts'
import type { Budgets } from '#contract/budgets.ts'
import type { Directory } from '#data/base/database.ts'
import {
  budgetTokensOf,
  type CountedBudget,
  isNearlySpent,
  periodAround,
  spentBudget,
  tightestOf
} from '#domain/budget.ts'
import type { Account } from '#domain/ledger.ts'
import { chargedSince } from './journal-sums.ts'

interface Row extends Record<string, SqlStorageValue> {
  period: BudgetPeriod
  limit_tokens: number
  set_at: number
  lifted_until: number | null
  /** The period that `used_before` is of: where it began. */
  from_at: number
  /** What the user had spent before it, ever. */
  used_before: number
  /** 1: the letter about this period is written. */
  is_told: number
  /** When to write the letter. */
  tell_at: number | null
}

/** After a letter that could not be stored. */
const retryMs = 5 * 60_000

export class WalletBudgets {
  readonly #sql: SqlStorage
  readonly #account: () => Account
  /** Stays in memory once it was read: the object is the only writer. */
  #rows: Row[] | undefined

  /** @param account as the newest line of the journal has it */
  constructor(sql: SqlStorage, account: () => Account) {
    this.#sql = sql
    this.#account = account
  }

  /** What the limits let be spent and reserved together. */
  room = (now: number): number => budgetTokensOf(this.#counted(now))

  /** The limit that lets the least through. @throws Error without limits */
  tightest(now: number): SpentBudget {
    const tightest = tightestOf(this.#counted(now))
    if (!tightest) throw new Error('A limit stopped a reservation and is not set')
    return spentBudget(tightest, this.#account().reservedTokens)
  }

  #counted(now: number): CountedBudget[] {
    const { usedTokens } = this.#account()
    return this.#present(usedTokens, now)
      .filter((row) => (row.lifted_until ?? 0) <= now)
      .map((row) => ({
        period: row.period,
        limitTokens: row.limit_tokens,
        spentTokens: usedTokens - row.used_before
      }))
  }

  view(now: number): Budgets {
    const { usedTokens, reservedTokens } = this.#account()
    const rows = this.#present(usedTokens, now)
    const budgets = budgetPeriods.map((period) => {
      const row = rows.find((one) => one.period === period)
      const { start, end } = periodAround(period, now, row?.set_at ?? now)
      const lifted = row?.lifted_until ?? 0
      return {
        period,
        limitTokens: row?.limit_tokens ?? null,
        spentTokens: row ? usedTokens - row.used_before : this.#unlimited(period, start),
        liftedUntil: lifted > now ? lifted : null,
        startsAt: start,
        endsAt: end
      }
    })
    return { budgets, heldTokens: reservedTokens }
  }

  /** @param limitTokens null: none. A limit that stays keeps since when `total` is counted. */
  set(period: BudgetPeriod, limitTokens: number | null, now: number): Budgets {
    const { usedTokens } = this.#account()
    const known = this.#present(usedTokens, now).find((row) => row.period === period)
    if (limitTokens === null) this.#sql.exec('delete from budgets where period = ?', period)
    else {
      const { start } = periodAround(period, now, now)
      const usedBefore = known?.used_before ?? usedTokens - this.#unlimited(period, start)
      const spentTokens = usedTokens - usedBefore
      this.#store({
        period,
        limit_tokens: limitTokens,
        set_at: known?.set_at ?? now,
        lifted_until: null,
        from_at: known?.from_at ?? start,
        used_before: usedBefore,
        // Who sets a limit sees what is spent of it.
        is_told: Number(isNearlySpent({ limitTokens, spentTokens })),
        tell_at: null
      })
    }
    this.reread()
    return this.view(now)
  }

  /** @returns null when there is no such limit, or no period ends it */
  lift(period: BudgetPeriod, now: number): Budgets | null {
    const row = this.#present(this.#account().usedTokens, now).find((one) => one.period === period)
    const { end } = periodAround(period, now, now)
    if (!row || end === null) return null
    this.#store({ ...row, lifted_until: end, tell_at: null })
    this.reread()
    return this.view(now)
  }

  /** Called in the commit that charges, with the account after it: once four fifths are spent a letter is due, once a period. */
  noteCharge({ usedTokens }: Account, now: number): void {
    for (const row of this.#present(usedTokens, now)) {
      const spent = { limitTokens: row.limit_tokens, spentTokens: usedTokens - row.used_before }
      if (row.is_told === 1 || (row.lifted_until ?? 0) > now || !isNearlySpent(spent)) continue
      this.#store({ ...row, is_told: 1, tell_at: now })
      this.reread()
    }
  }

  /** Writes the letters that are due. May be repeated: a letter has the id of its limit and period. */
  async performDue(directory: Directory, userId: string, now: number): Promise<void> {
    const due = this.#read().filter(({ tell_at: at }) => at !== null && at <= now)
    if (due.length === 0) return
    // Letters are rare, and every isolate parses this module.
    const { addOutgoingMail } = await import('#data/directory/outgoing-mails.ts')
    for (const row of due) {
      this.#tellAt(row, now + retryMs)
      const { period, limit_tokens: limitTokens, from_at: from } = row
      const spentTokens = this.#account().usedTokens - row.used_before
      await addOutgoingMail(directory, {
        id: `budget-${userId}-${period}-${from}-${limitTokens}`,
        userId,
        facts: { kind: 'budget', period, limitTokens, spentTokens },
        now
      })
      this.#tellAt(row, null)
    }
  }

  /** An operator has corrected what was ever spent: what is spent of the limits is summed up again. */
  recount(usedTokens: number): void {
    for (const row of this.#read())
      this.#store({ ...row, used_before: usedTokens - chargedSince(this.#sql, row.from_at) })
    this.reread()
  }

  /** For a backup. */
  rows = (): Record<string, SqlStorageValue>[] => this.#sql.exec('select * from budgets order by period').toArray()

  reread(): void {
    this.#rows = undefined
  }

  #read(): Row[] {
    return (this.#rows ??= this.#sql.exec<Row>('select * from budgets order by period').toArray())
  }

  /** The rows, those whose period has ended begun anew. */
  #present(usedTokens: number, now: number): Row[] {
    const rows = this.#read()
    const isOver = (row: Row) => periodAround(row.period, now, row.set_at).start > row.from_at
    if (!rows.some(isOver)) return rows
    for (const row of rows.filter(isOver)) {
      const { start } = periodAround(row.period, now, row.set_at)
      const usedBefore = usedTokens - chargedSince(this.#sql, start)
      this.#store({ ...row, from_at: start, used_before: usedBefore, lifted_until: null, is_told: 0, tell_at: null })
    }
    this.reread()
    return this.#read()
  }

  /** What counts when there is no limit yet: in all, nothing. */
  #unlimited = (period: BudgetPeriod, start: number): number =>
    period === 'total' ? 0 : chargedSince(this.#sql, start)

  #store(row: Row): void {
    const columns = Object.keys(row)
    this.#sql.exec(
      `insert or replace into budgets (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      ...Object.values(row)
    )
  }

  /** Nothing when the row has changed meanwhile. */
  #tellAt({ period, from_at: from, limit_tokens: limit }: Row, at: number | null): void {
    this.#sql.exec(
      'update budgets set tell_at = ? where period = ? and from_at = ? and limit_tokens = ? and tell_at is not null',
      at,
      period,
      from,
      limit
    )
    this.reread()
  }
}
