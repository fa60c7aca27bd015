import { Lock } from 'lucide-react'
import { formatTokens } from '../../base/format/tokens.ts'
import type { PricedOption } from './options.ts'

/** What an option makes the whole cost, and whether it is closed. */
export const PriceNote = ({ option: { priceTokens, locked } }: { option: PricedOption }) =>
  priceTokens !== null && (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      {locked && <Lock size={12} aria-label="закрыто" />}
      {formatTokens(priceTokens)}
    </span>
  )
