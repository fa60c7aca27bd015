// What the user is buying. The choice is kept in the URL, so that a reload, the back button and a link preserve it.
import {
  coveringOffer,
  customPackageId,
  type Offer,
  offerOf,
  popularPackage,
  tokenPackages
} from '#contract/catalogue/packages.ts'
import { planOf, premiumPackageId } from '#contract/catalogue/plans.ts'
import type { Payment } from '#contract/payments.ts'
import { paths } from '../../base/paths.ts'
import { formatCount, formatTokens } from '../../base/format/tokens.ts'
import { tokensOf } from '../../base/format/typed-tokens.ts'

export type Choice =
  | { kind: 'package'; id: string }
  /** The number of tokens as the user typed it. */
  | { kind: 'custom'; text: string }
  | { kind: 'premium' }
  | { kind: 'nothing' }

/** A choice that can be bought, with its price. */
export type Order = { kind: 'tokens'; offer: Offer } | { kind: 'premium'; amountRub: number }

function coveringChoice(missingTokens: number): Choice {
  const { packageId, tokens } = coveringOffer(missingTokens)
  return packageId === customPackageId ? { kind: 'custom', text: String(tokens) } : { kind: 'package', id: packageId }
}

/** What is chosen before the user has chosen: the package that most buyers take. */
export const firstChoice: Choice = { kind: 'package', id: popularPackage.id }

export function choiceOf(query: URLSearchParams): Choice {
  if (query.get('plan') === 'premium') return { kind: 'premium' }
  const id = query.get('package')
  const text = query.get('tokens') ?? ''
  if (id === customPackageId) return { kind: 'custom', text }
  if (tokenPackages.some((candidate) => candidate.id === id)) return { kind: 'package', id: id ?? '' }
  const missing = wholeNumber(text)
  return missing !== null && missing > 0 ? coveringChoice(missing) : firstChoice
}

/** The query with another choice; its other parameters stay. */
export function withChoice(query: URLSearchParams, choice: Choice): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of ['plan', 'package', 'tokens']) next.delete(name)
  if (choice.kind === 'premium') next.set('plan', 'premium')
  if (choice.kind === 'package') next.set('package', choice.id)
  if (choice.kind === 'custom') {
    next.set('package', customPackageId)
    next.set('tokens', choice.text)
  }
  return next
}

type Bought = Pick<Payment, 'package_id' | 'tokens_amount'>

function choiceOfPayment({ package_id: packageId, tokens_amount: tokens }: Bought): Choice {
  if (packageId === premiumPackageId) return { kind: 'premium' }
  return packageId === customPackageId ? { kind: 'custom', text: String(tokens) } : { kind: 'package', id: packageId }
}

/** The purchase page with the same choice as in this payment. */
export function againPath(payment: Bought, back: string | null): string {
  const query = withChoice(new URLSearchParams(back === null ? {} : { return: back }), choiceOfPayment(payment))
  return `${paths.tokenPurchase}?${query}`
}

/** The parameter that names the payment whose form the purchase page opens. */
export const payParameter = 'pay'

/** The purchase page with the form of this payment, which was not paid yet. */
export const continuePath = (payment: Bought & { id: string }, back: string | null = null): string =>
  `${againPath(payment, back)}&${new URLSearchParams({ [payParameter]: payment.id })}`

function wholeNumber(text: string): number | null {
  const tokens = tokensOf(text)
  return tokens !== null && tokens < 1_000_000_000 ? tokens : null
}

/** Null when the choice cannot be bought. */
export function orderOf(choice: Choice): Order | null {
  switch (choice.kind) {
    case 'nothing':
      return null
    case 'premium':
      return { kind: 'premium', amountRub: planOf('premium').priceRub }
    case 'package':
      return tokensOrder(choice.id, 0)
    case 'custom':
      return tokensOrder(customPackageId, wholeNumber(choice.text) ?? 0)
    default:
      return choice satisfies never
  }
}

function tokensOrder(packageId: string, tokens: number): Order | null {
  const offer = offerOf(packageId, tokens)
  return offer ? { kind: 'tokens', offer } : null
}

export const priceOfOrder = (order: Order): number =>
  order.kind === 'premium' ? order.amountRub : order.offer.amountRub

/** Equal for two orders of the same thing. */
export const nameOfOrder = (order: Order): string =>
  order.kind === 'premium' ? 'premium' : `${order.offer.packageId}:${order.offer.totalTokens}`

/** What a purchase gives: `1 150 токенов`. */
export const receivedText = (order: Order): string =>
  order.kind === 'premium' ? 'Premium на месяц' : formatTokens(order.offer.totalTokens)

/** The name of what was bought, by the package id of the payment. */
export function packageName(packageId: string): string {
  if (packageId === customPackageId) return 'Своё количество'
  if (packageId === premiumPackageId) return 'Premium, 1 месяц'
  const found = tokenPackages.find(({ id }) => id === packageId)
  if (!found) return packageId
  return found.bonusTokens > 0
    ? `${formatTokens(found.tokens)} и ${formatCount(found.bonusTokens)} в подарок`
    : formatTokens(found.tokens)
}
