import { clsx } from 'clsx'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../session/client.ts'

interface FormAlertProps {
  /** `calm`: nothing is wrong and nothing has changed. */
  tone: keyof typeof tones
  /** Takes the focus when it replaces the focused element, so that the keyboard does not start from the top of the page. */
  takesFocus?: boolean
  children: ReactNode
}

const tones = {
  danger: 'bg-danger-soft text-danger',
  success: 'bg-success-soft text-success',
  calm: 'bg-sunken text-ink-soft'
}

const focus = (place: HTMLElement | null) => place?.focus({ preventScroll: true })

/**
 * Of an element that takes the focus when it comes: what had it is gone with what stood there before. It is read then, and a second time
 * if it is an alert: only one whose text may change in its place is.
 */
export const focused = { ref: focus, tabIndex: -1, 'data-route-focus': true } as const

/** A message about the whole form, above its fields. */
export const FormAlert = ({ tone, takesFocus, children }: FormAlertProps) => (
  <div
    role="alert"
    {...(takesFocus && focused)}
    className={clsx('flex animate-appear items-start gap-3 rounded-control px-4 py-3 text-small', tones[tone])}
  >
    <span className="mt-px shrink-0" aria-hidden>
      {tone === 'success' ? <CircleCheck size={18} /> : <CircleAlert size={18} />}
    </span>
    <div className="min-w-0">{children}</div>
  </div>
)

export type Problems<Field extends string> = Partial<Record<Field, string | undefined>>

/** The problems of a form's fields; `clear` removes that of a field when the user edits it, `edits` does both for a field. */
export function useProblems<Field extends string>() {
  const [problems, setProblems] = useState<Problems<Field>>({})
  const clear = (field: Field) => setProblems((current) => ({ ...current, [field]: undefined }))
  const edits = (field: Field, set: (typed: string) => void) => (typed: string) => {
    clear(field)
    set(typed)
  }

  /** Shows the problems and focuses the first invalid field. Returns whether the form can be sent. */
  const report = (form: HTMLFormElement, found: Problems<Field>): boolean => {
    flushSync(() => setProblems(found))
    form.querySelector<HTMLElement>('[aria-invalid], [data-invalid]')?.focus()
    return Object.keys(found).length === 0
  }

  const sent = useRef<HTMLFormElement>(null)
  /** The same for problems that the server reported. Returns whether it reported none. */
  const reportRefusal = (found: Problems<Field>): boolean => !sent.current || report(sent.current, found)

  /** `form`: the ref for the form element. */
  return { problems, setProblems, clear, edits, report, reportRefusal, form: sent }
}

/** The server's messages by the field names of the contract; empty when the error concerns none of the fields. */
export function refusedFields<Field extends string>(
  error: unknown,
  fields: readonly Field[]
): Partial<Record<Field, string>> {
  const details = error instanceof ApiError ? (error.details ?? []) : []
  return Object.fromEntries(
    details.filter(({ path }) => fields.some((field) => field === path)).map(({ path, msg }) => [path, msg])
  ) as Partial<Record<Field, string>>
}
