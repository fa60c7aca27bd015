import { clsx } from 'clsx'

/** Holds the place of what is loading, in its size: `<Skeleton className="h-6 w-40" />`. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={clsx('block animate-breathe rounded-control bg-pressed', className)} />
)
