import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../session/client.ts'

export type Problems<Field extends string> = Partial<Record<Field, string | undefined>>

/** The problems of a form's fields; `clear` removes that of a field when the user edits it. */
export function useProblems<Field extends string>() {
  const [problems, setProblems] = useState<Problems<Field>>({})
  const clear = (field: Field) => setProblems((current) => ({ ...current, [field]: undefined }))

  /** Shows the problems and focuses the first invalid field. Returns whether the form can be sent. */
  const report = (form: HTMLFormElement, found: Problems<Field>): boolean => {
    flushSync(() => setProblems(found))
    form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    return Object.keys(found).length === 0
  }

  const sent = useRef<HTMLFormElement>(null)
  /** The same for problems that the server reported. Returns whether it reported none. */
  const reportRefusal = (found: Problems<Field>): boolean => !sent.current || report(sent.current, found)

  /** `form`: the ref for the form element. */
  return { problems, setProblems, clear, report, reportRefusal, form: sent }
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
