import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../session/client.ts'

export type Problems<Field extends string> = Partial<Record<Field, string | undefined>>

/** What is wrong with the fields of a form; editing a field clears its own. */
export function useProblems<Field extends string>() {
  const [problems, setProblems] = useState<Problems<Field>>({})
  const clear = (field: Field) => setProblems((current) => ({ ...current, [field]: undefined }))

  /** Shows what was found and goes to the first field concerned. Returns whether the form can be sent. */
  const report = (form: HTMLFormElement, found: Problems<Field>): boolean => {
    flushSync(() => setProblems(found))
    form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    return Object.keys(found).length === 0
  }

  const sent = useRef<HTMLFormElement>(null)
  /** The same for what the server found after the form was sent. Returns whether it found nothing. */
  const reportRefusal = (found: Problems<Field>): boolean => !sent.current || report(sent.current, found)

  /** `form`: for the ref of the form whose fields these are. */
  return { problems, setProblems, clear, report, reportRefusal, form: sent }
}

/** What the server refused, by the names its contract gives the fields; empty when the failure is about none of them. */
export function refusedFields<Field extends string>(
  error: unknown,
  fields: readonly Field[]
): Partial<Record<Field, string>> {
  const details = error instanceof ApiError ? (error.details ?? []) : []
  return Object.fromEntries(
    details.filter(({ path }) => fields.some((field) => field === path)).map(({ path, msg }) => [path, msg])
  ) as Partial<Record<Field, string>>
}
