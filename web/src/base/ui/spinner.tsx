import { LoaderCircle } from 'lucide-react'

/** Needs a `label` when it stands alone; beside a text it is decoration. */
export function Spinner({ label, size = 18 }: { label?: string; size?: number }) {
  const icon = <LoaderCircle size={size} className="animate-spin motion-reduce:animate-breathe" aria-hidden />
  return label ? (
    <output className="inline-flex text-ink-faint">
      {icon}
      <span className="sr-only">{label}</span>
    </output>
  ) : (
    icon
  )
}
