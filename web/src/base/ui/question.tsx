import { type ReactNode, useEffect, useRef } from 'react'
import { clsx } from 'clsx'

interface QuestionProps {
  title: string
  text: string
  /** The buttons with the answers. */
  children: ReactNode
  className?: string
}

/** A question in place, without a dialog. Takes the focus, so that a screen reader reads it and Tab leads to its buttons. */
export function Question({ title, text, children, className }: QuestionProps) {
  const question = useRef<HTMLFieldSetElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <fieldset
      ref={question}
      tabIndex={-1}
      className={clsx('rounded-card border border-line p-4 outline-none', className)}
    >
      <legend className="sr-only">{title}</legend>
      <p aria-hidden className="text-small font-medium">
        {title}
      </p>
      <p className="mt-1 text-caption text-ink-soft">{text}</p>
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </fieldset>
  )
}
