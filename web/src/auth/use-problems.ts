import { useState } from 'react'

export type Problems<Field extends string> = Partial<Record<Field, string | undefined>>

/** What is wrong with the fields of a form; editing a field clears its own. */
export function useProblems<Field extends string>() {
  const [problems, setProblems] = useState<Problems<Field>>({})
  const clear = (field: Field) => setProblems((current) => ({ ...current, [field]: undefined }))
  return { problems, setProblems, clear }
}
