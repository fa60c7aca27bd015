import { type ReactNode, useEffect, useId, useRef } from 'react'

interface PartProps {
  title: string
  /** What it is for, in plain words. */
  text: ReactNode
  children: ReactNode
}

/** One way in, or one thing that makes them safer. */
export function Part({ title, text, children }: PartProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const isInside = useRef(false)
  /** Not in a dialog, which gives the focus back to it. */
  const last = useRef<Element>(null)
  // The button of what was taken away has left with the focus. React tells nothing of a blur by its own removal.
  useEffect(() => {
    if (isInside.current && !last.current?.isConnected && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true })
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus of what is inside
    <section
      ref={section}
      aria-labelledby={id}
      tabIndex={-1}
      // A dialog of what is inside tells of its focus here too.
      onFocus={({ currentTarget, target }) => {
        isInside.current = true
        if (currentTarget.contains(target)) last.current = target
      }}
      onBlur={() => (isInside.current = false)}
      className="flex flex-col items-start gap-4"
    >
      <div>
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        <p className="mt-1 max-w-text text-small text-ink-soft">{text}</p>
      </div>
      {children}
    </section>
  )
}

/** Rows in a frame, such as those of the devices. */
export const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className="w-full divide-y divide-line rounded-card border border-line bg-raised">
    {children}
  </ul>
)

interface RowProps {
  icon: ReactNode
  title: ReactNode
  text: string
  /** The buttons. */
  children: ReactNode
}

export const Row = ({ icon, title, text, children }: RowProps) => (
  <li className="flex gap-x-4 gap-y-2 px-4 py-3 max-sm:flex-col sm:items-center">
    <div className="flex min-w-0 grow gap-4 sm:items-center">
      <span className="shrink-0 text-ink-faint max-sm:mt-0.5" aria-hidden>
        {icon}
      </span>
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="text-small text-ink-soft">{text}</p>
      </div>
    </div>
    <div className="flex shrink-0 flex-wrap gap-1 max-sm:ml-6">{children}</div>
  </li>
)
