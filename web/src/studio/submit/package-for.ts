import { tokenPackages, type TokenPackage } from '#contract/catalogue/packages.ts'

/** The smallest package that covers what is missing, bonus included; the largest when none does. */
export function packageFor(missingTokens: number): TokenPackage {
  const bySize = tokenPackages.toSorted((one, other) => creditOf(one) - creditOf(other))
  const found = bySize.find((candidate) => creditOf(candidate) >= missingTokens) ?? bySize.at(-1)
  if (!found) throw new Error('No tokens are sold')
  return found
}

const creditOf = ({ tokens, bonusTokens }: TokenPackage): number => tokens + bonusTokens
