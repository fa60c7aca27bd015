import { clsx } from 'clsx'
import { Badge } from './badge.tsx'

/** Beside a price of 0: why it is. */
export const PremiumBadge = ({ className }: { className?: string }) => (
  <Badge tone="accent" {...(className && { className })}>
    Premium
  </Badge>
)

/** Below prices of 0. */
export const PremiumLine = ({ className }: { className?: string }) => (
  <span className={clsx('flex items-center gap-2 text-caption text-ink-soft', className)}>
    <PremiumBadge /> <span>токены не списываются</span>
  </span>
)
