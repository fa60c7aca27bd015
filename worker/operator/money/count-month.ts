// Counts a month for the accountant, from the copies of the ledgers of all histories.
import { chatServices } from '#contract/catalogue/chat.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import type { ClosingFigures } from '#contract/operator-money.ts'
import { openDirectory, openHistories } from '#data/database.ts'
import { findClosing, moneyOfSpan } from '#data/directory/closings.ts'
import { movementsOf, ownedBefore } from '#data/history/closing.ts'
import { figuresOf, moneyServices, monthBefore, spanOf } from '#domain/closing.ts'

/** What operators gave back of jobs lessens what was spent. */
const services = [...moneyServices, 'job-return', ...chatServices, ...studioEntries.map(({ id }) => id)]

/** What all users own of everything before a moment. Reads whole histories: only where nothing was closed before. */
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
    Promise.all(openHistories(env).map(({ history }) => movementsOf(history, services, start, end))),
    moneyOfSpan(directory, start, end)
  ])
  return { ...figuresOf(opening, movements.flat()), ...money }
}
