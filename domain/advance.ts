// The second receipt of a purchase that was sold as an advance (54-FZ): when its tokens are spent, the advance becomes a payment. Pure.
// Amounts are kopecks; all second receipts of a purchase and its returned money together are never more than was paid, and exactly that in
// the end.
import { monthAround } from './billing-calendar.ts'
import { creditIdOf, orderOfOperation } from './payment.ts'

/** A line of the wallet that gave tokens, or took them away without work: in the order of the wallet. */
export interface GivenLine {
  id: string
  kind: 'credit' | 'debit' | 'correct'
  /** How much the balance changed. */
  tokens: number
}

/** What became of the tokens of one credit. */
export interface Used {
  spentTokens: number
  /** Neither spent nor taken back. */
  leftTokens: number
}

interface Given {
  id: string
  left: number
  isBought: boolean
}

const isBought = (id: string) => id.startsWith(creditIdOf(''))

/** Takes from these, in their order. @returns what they did not have */
function takeFrom(credits: readonly Given[], tokens: number): number {
  let rest = tokens
  for (const credit of credits) {
    const taken = Math.min(credit.left, rest)
    credit.left -= taken
    rest -= taken
  }
  return rest
}

/**
 * Tokens are used in the order in which they were given, gifts and bonuses among them. Returned money takes back tokens of its own purchase;
 * what an operator takes is taken from gifts first, the newest before the others, and what is left of it counts as used.
 * @returns by the ids of the credits
 */
export function usedOf(lines: readonly GivenLine[], usedTokens: number): Map<string, Used> {
  const credits: Given[] = []
  let used = usedTokens
  for (const { id, tokens } of lines) {
    if (tokens > 0) credits.push({ id, left: tokens, isBought: isBought(id) })
    if (tokens >= 0) continue
    const { orderId, isRefund } = orderOfOperation(id)
    const own = isRefund ? credits.filter((credit) => credit.id === creditIdOf(orderId)) : []
    const gifts = credits.filter((credit) => !credit.isBought).toReversed()
    used += takeFrom(gifts, takeFrom(own, -tokens))
  }
  const found = new Map<string, Used>()
  for (const credit of credits) {
    const spentTokens = Math.min(credit.left, used)
    used -= spentTokens
    found.set(credit.id, { spentTokens, leftTokens: credit.left - spentTokens })
  }
  return found
}

/** A purchase that was sold as an advance. */
export interface Advance {
  amountKopecks: number
  totalTokens: number
  refundedKopecks: number
}

/** How much of the money is earned. `isFinal`: no more of it will be. */
export interface Earned {
  kopecks: number
  isFinal: boolean
}

const unreturned = ({ amountKopecks, refundedKopecks }: Advance) => Math.max(0, amountKopecks - refundedKopecks)

/** All that was not returned: the tokens are gone, a month of Premium is over, or the account is erased. */
export const wholeOf = (advance: Advance): Earned => ({ kopecks: unreturned(advance), isFinal: true })

/** Rounded down until the last token is spent, so that the sum is exact and no receipt has to be taken back. */
export function earnedOf(advance: Advance, { spentTokens, leftTokens }: Used): Earned {
  if (leftTokens === 0) return wholeOf(advance)
  const share = Math.floor((advance.amountKopecks * spentTokens) / advance.totalTokens)
  return { kopecks: Math.min(share, unreturned(advance)), isFinal: unreturned(advance) === 0 }
}

/** A month of Premium is earned when it is over. */
export const earnedOfMonth = (advance: Advance, endsAt: number, now: number): Earned =>
  now >= endsAt ? wholeOf(advance) : { kopecks: 0, isFinal: unreturned(advance) === 0 }

/**
 * What the next receipt is about; 0: none is due. A part is told once a month, after its end; the last of a purchase at once.
 * @param settledKopecks of the receipts before, without what was returned of them
 * @param since when the last receipt was made, or the purchase
 */
export function nextReceiptKopecks(
  { kopecks, isFinal }: Earned,
  { settledKopecks, since }: { settledKopecks: number; since: number },
  now: number
): number {
  const isMonthOver = monthAround(since).end <= now
  return isFinal || isMonthOver ? Math.max(0, kopecks - settledKopecks) : 0
}

/** A receipt in the provider's list. */
export interface SeenReceipt {
  id: string
  status: 'pending' | 'succeeded' | 'canceled'
  /** What of an advance it settles; null: nothing, as the receipt of the payment itself. */
  settledKopecks: number | null
}

/** The receipt that an interrupted call has made. @param otherIds those of other rows */
export const madeReceipt = <Seen extends SeenReceipt>(
  { amountKopecks }: { amountKopecks: number },
  seen: readonly Seen[],
  otherIds: readonly string[]
): Seen | undefined => seen.find(({ id, settledKopecks }) => settledKopecks === amountKopecks && !otherIds.includes(id))
