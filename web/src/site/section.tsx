import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  lead?: string
  children: ReactNode
}

export function Section({ title, lead, children }: SectionProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-heading font-semibold">
        {title}
      </h2>
      {lead && <p className="mt-2 max-w-xl text-ink-soft">{lead}</p>}
      <div className="mt-8">{children}</div>
    </section>
  )
}
