import { clsx } from 'clsx'

/** A placeholder in the size of what is loading: `<Skeleton className="h-6 w-40" />`. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={clsx('block animate-breathe rounded-control bg-pressed', className)} />
)
