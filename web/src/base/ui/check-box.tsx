import { useId, type ComponentProps, type ReactNode } from 'react'
import { Check } from 'lucide-react'

interface CheckBoxProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'children' | 'disabled'> {
  /** May contain links; a click on a link does not tick the box. */
  label: ReactNode
  error?: string | null | undefined
  /** Its change is on the way: it takes no second one, and keeps the focus, which a disabled one loses. */
  busy?: boolean
}

const ignore = () => undefined

export function CheckBox({ label, error, busy = false, ...input }: CheckBoxProps) {
  const id = useId()
  return (
    <div>
      <div className="flex items-start gap-1">
        <span className="relative -my-2.5 -ml-2.5 grid size-11 shrink-0 place-items-center">
          <input
            {...input}
            {...(busy && { onChange: ignore, 'aria-disabled': true })}
            id={id}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-control"
          />
          <span className="pointer-events-none grid size-5 place-items-center rounded-small border border-line-strong bg-raised text-transparent transition peer-checked:border-ink peer-checked:bg-ink peer-checked:text-on-ink peer-aria-invalid:border-danger">
            <Check size={14} strokeWidth={3} aria-hidden />
          </span>
        </span>
        <label htmlFor={id} className="text-small text-ink-soft">
          {label}
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 ml-9.5 animate-appear text-caption text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
