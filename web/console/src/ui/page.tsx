import type { ReactNode } from 'react'

interface PageProps {
  title: string
  /** What the page is for, in a sentence. */
  intro?: ReactNode
  /** Buttons and links beside the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every page: its heading, which gets the focus after a navigation, and what can be done here. */
export const Page = ({ title, intro, actions, children }: PageProps) => (
  <div className="mx-auto flex w-full max-w-page flex-col gap-8 px-4 py-6 sm:px-8 sm:py-8">
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-heading font-semibold break-words">{title}</h1>
        {intro && <p className="mt-2 max-w-text text-small text-ink-soft">{intro}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
    {children}
  </div>
)

interface SectionProps {
  title: string
  intro?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export const Section = ({ title, intro, actions, children }: SectionProps) => (
  <section className="flex min-w-0 flex-col gap-3">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-title font-semibold">{title}</h2>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
    {intro && <p className="max-w-text text-small text-ink-soft">{intro}</p>}
    {children}
  </section>
)
