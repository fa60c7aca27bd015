import { customPackageId, tokenPackages } from '#contract/catalogue/packages.ts'
import { premiumPackageId } from '#contract/catalogue/plans.ts'
import { formatCount, formatTokens } from '../../base/format/tokens.ts'
import type { Order } from './choice.ts'

/** What a purchase gives: `1 150 токенов`. */
export const receivedText = (order: Order): string =>
  order.kind === 'premium' ? 'Premium на месяц' : formatTokens(order.offer.totalTokens)

/** What was bought, by the id that the payment carries. */
export function packageName(packageId: string): string {
  if (packageId === customPackageId) return 'Своё количество'
  if (packageId === premiumPackageId) return 'Premium, 1 месяц'
  const found = tokenPackages.find(({ id }) => id === packageId)
  if (!found) return packageId
  return found.bonusTokens > 0
    ? `${formatTokens(found.tokens)} и ${formatCount(found.bonusTokens)} в подарок`
    : formatTokens(found.tokens)
}
