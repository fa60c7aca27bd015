import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  text?: ReactNode
  /** The controls are below the title on wide screens, too. */
  wide?: boolean
  children: ReactNode
}

/** One section of the profile. On wide screens the title is on the left and the controls are on the right. */
export function Section({ title, text, wide = false, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        'grid scroll-mt-(--top-bar-height) grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 border-t border-line py-8',
        !wide && 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]'
      )}
    >
      <div>
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        {text && <div className="mt-2 max-w-text text-small text-ink-soft">{text}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
