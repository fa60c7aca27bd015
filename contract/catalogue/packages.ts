// The packages in which tokens are sold. One token costs one rouble; a package adds its bonus.

export interface TokenPackage {
  id: string
  tokens: number
  bonusTokens: number
  priceRub: number
  popular?: true
}

export const tokenPackages: readonly TokenPackage[] = [
  { id: 'tokens-100', tokens: 100, bonusTokens: 0, priceRub: 100 },
  { id: 'tokens-500', tokens: 500, bonusTokens: 50, priceRub: 500 },
  { id: 'tokens-1000', tokens: 1000, bonusTokens: 150, priceRub: 1000, popular: true },
  { id: 'tokens-2500', tokens: 2500, bonusTokens: 500, priceRub: 2500 },
  { id: 'tokens-5000', tokens: 5000, bonusTokens: 1200, priceRub: 5000 }
]

export const popularPackage: TokenPackage = tokenPackages.find(({ popular }) => popular) ?? tokenPackages[0]!

/** The bonus in whole percent of the tokens; 0: none. */
export const bonusPercent = ({ tokens, bonusTokens }: TokenPackage): number => Math.floor((bonusTokens * 100) / tokens)

/** What a package gives. */
export const totalOf = ({ tokens, bonusTokens }: TokenPackage): number => tokens + bonusTokens

export const currency = 'RUB'

/** Tokens of one purchase, including the bonus. */
export const purchaseTokens = { min: 10, max: 10_000 } as const

/** The package id of an amount that the buyer typed. */
export const customPackageId = 'custom'
const rubPerToken = 1

/** What tokens cost without the bonus of a package. */
export const priceOfTokensRub = (tokens: number): number => tokens * rubPerToken

/** The smallest sum that a buyer can pay, and the largest for tokens that are not a package. */
export const cheapestPurchaseRub = priceOfTokensRub(purchaseTokens.min)
export const dearestPurchaseRub = priceOfTokensRub(purchaseTokens.max)

export interface Offer {
  packageId: string
  tokens: number
  bonusTokens: number
  /** The tokens that are credited. */
  totalTokens: number
  amountRub: number
}

/** Price and tokens of a package; `tokens` matters for a custom amount only. Undefined when no such package is sold. */
export function offerOf(packageId: string, tokens: number): Offer | undefined {
  if (packageId === customPackageId) {
    if (!Number.isInteger(tokens) || tokens < purchaseTokens.min || tokens > purchaseTokens.max) return undefined
    return { packageId, tokens, bonusTokens: 0, totalTokens: tokens, amountRub: priceOfTokensRub(tokens) }
  }
  const found = tokenPackages.find((candidate) => candidate.id === packageId)
  if (!found) return undefined
  const { bonusTokens, priceRub } = found
  return {
    packageId,
    tokens: found.tokens,
    bonusTokens,
    totalTokens: totalOf(found),
    amountRub: priceRub
  }
}

/**
 * The offer for a user who lacks this many tokens: the smallest package that covers them, bonus included. Above the largest
 * package it is a custom amount of exactly these tokens, at most the largest that one purchase may have.
 */
export function coveringOffer(missingTokens: number): Offer {
  const covering = tokenPackages
    .filter((candidate) => totalOf(candidate) >= missingTokens)
    .toSorted((one, other) => totalOf(one) - totalOf(other))[0]
  const offer = covering
    ? offerOf(covering.id, 0)
    : offerOf(customPackageId, Math.min(Math.ceil(missingTokens), purchaseTokens.max))
  if (!offer) throw new Error(`Nothing that is sold covers ${missingTokens} tokens`)
  return offer
}
