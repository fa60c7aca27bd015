// Counts a month for the accountant, from the copies of the ledgers of all histories.
import type { ClosingFigures } from '#contract/operator/money/closing.ts'
import { openDirectory, openHistories } from '#data/base/database.ts'
import { findClosing, moneyOfSpan } from '#data/directory/closings.ts'
import { movementsOf, ownedBefore } from '#data/history/closing.ts'
import { figuresOf, monthBefore, spanOf } from '#domain/closing.ts'

/** What all users owned before a moment, by the last line of each. */
export async function ownedOfAll(env: Env, end: number): Promise<number> {
  const owned = await Promise.all(openHistories(env).map(({ history }) => ownedBefore(history, end)))
  return owned.reduce((sum, one) => sum + one, 0)
}

/**
 * Lines that reach the books after their month was closed are part of the next month as `late`: a closed month never changes, and
 * the balance at the end of this month is still correct.
 */
export async function countMonth(env: Env, month: string): Promise<ClosingFigures> {
  const directory = openDirectory(env)
  const { start, end } = spanOf(month)
  const [before, owned, movements, money] = await Promise.all([
    findClosing(directory, monthBefore(month)),
    ownedOfAll(env, start),
    Promise.all(openHistories(env).map(({ history }) => movementsOf(history, start, end))),
    moneyOfSpan(directory, start, end)
  ])
  const opening = before ? before.figures.owed : owned
  return { ...figuresOf({ opening, late: owned - opening }, movements.flat()), ...money }
}
