// A month as the accountant sees it: how the tokens that users own came and went. Pure.
import type { ClosingFigures } from '#contract/operator/money/closing.ts'
import { oldBefore } from './books.ts'

interface Movement {
  service: string
  added: number
  removed: number
}

/** Rows of a user's history that belong to no model service; tokens that operators returned for jobs reduce the spent ones. */
const moneyServices = ['payment', 'bonus', 'support', 'correction'] as const

type TokenFigures = Omit<ClosingFigures, 'payments' | 'paid_kopecks' | 'refunds' | 'refunded_kopecks'>

const net = (moved = { added: 0, removed: 0 }) => moved.added - moved.removed

/** @param late lines of earlier months that came after `opening` was stored */
export function figuresOf(
  { opening, late }: { opening: number; late: number },
  movements: readonly Movement[]
): TokenFigures {
  const of = (service: (typeof moneyServices)[number]) => {
    const own = movements.filter((movement) => movement.service === service)
    return {
      added: own.reduce((sum, { added }) => sum + added, 0),
      removed: own.reduce((sum, { removed }) => sum + removed, 0)
    }
  }
  const isMoney = (service: string) => moneyServices.some((one) => one === service)
  const spent = movements
    .filter(({ service }) => !isMoney(service))
    .reduce((sum, { added, removed }) => sum + removed - added, 0)
  const [payment, bonus, support, correction] = moneyServices.map(of)
  const sold = payment?.added ?? 0
  const takenBack = payment?.removed ?? 0
  const figures = {
    opening,
    late,
    sold,
    bonus: net(bonus),
    granted: net(support),
    corrected: net(correction),
    taken_back: takenBack,
    spent
  }
  const owed = opening + late + sold + figures.bonus + figures.granted + figures.corrected - takenBack - spent
  return { ...figures, owed }
}

/** The month before, like `2026-10`. */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2)).toISOString().slice(0, 7)
}

const moscowAheadMs = 3 * 60 * 60 * 1000

/** From midnight to midnight in Moscow. */
export function spanOf(month: string): { start: number; end: number } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { start: Date.UTC(year, number - 1) - moscowAheadMs, end: Date.UTC(year, number) - moscowAheadMs }
}

/** Whether a month can still be counted: it has begun, and none of its lines is in a file yet. */
export function isCountable(month: string, now: number): boolean {
  const { start } = spanOf(month)
  return start <= now && start >= oldBefore(now)
}
