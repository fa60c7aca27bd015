// Counts a month for the accountant, from the copies of the ledgers of all histories.
import type { ClosingFigures } from '#contract/operator-money.ts'
import { openDirectory, openHistories } from '#data/database.ts'
import { findClosing, moneyOfSpan } from '#data/directory/closings.ts'
import { movementsOf, ownedBefore } from '#data/history/closing.ts'
import { figuresOf, monthBefore, spanOf } from '#domain/closing.ts'

/** What all users owned before a moment, by the last line of each. */
export async function ownedOfAll(env: Env, end: number): Promise<number> {
  const owned = await Promise.all(openHistories(env).map(({ history }) => ownedBefore(history, end)))
  return owned.reduce((sum, one) => sum + one, 0)
}

export async function countMonth(env: Env, month: string): Promise<ClosingFigures> {
  const directory = openDirectory(env)
  const { start, end } = spanOf(month)
  const before = await findClosing(directory, monthBefore(month))
  const [opening, movements, money] = await Promise.all([
    before ? before.figures.owed : ownedOfAll(env, start),
    Promise.all(openHistories(env).map(({ history }) => movementsOf(history, start, end))),
    moneyOfSpan(directory, start, end)
  ])
  return { ...figuresOf(opening, movements.flat()), ...money }
}
