import { useId, type ReactNode } from 'react'
import { clsx } from 'clsx'

export interface FieldTexts {
  label: string
  /** Only screen readers get the label. */
  labelHidden?: boolean | undefined
  hint?: ReactNode
  error?: string | null | undefined
}

export const controlClass = clsx(
  'w-full rounded-control border bg-raised text-body text-ink transition placeholder:text-ink-faint',
  'border-line-strong/60 hover:border-line-strong disabled:cursor-not-allowed disabled:opacity-60',
  'aria-invalid:border-danger'
)

interface FieldProps extends FieldTexts {
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

/** Label, hint and error around one control, connected for screen readers. */
export function Field({ label, labelHidden, hint, error, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-small font-medium'}>
        {label}
      </label>
      {children({ id, ...(described && { 'aria-describedby': described }), ...(error && { 'aria-invalid': true }) })}
      {hint && (
        <p id={`${id}-hint`} className="text-caption text-ink-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="animate-appear text-caption text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
