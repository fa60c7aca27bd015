import { useState } from 'react'

/** What is typed. A value that is saved, here or elsewhere, is shown as long as nothing else is typed. */
export function useTyped(stored: string) {
  const [typed, setTyped] = useState(stored)
  const [known, setKnown] = useState(stored)
  if (known !== stored) {
    setKnown(stored)
    if ([known, stored].includes(typed.trim())) setTyped(stored)
  }
  return [typed, setTyped] as const
}
