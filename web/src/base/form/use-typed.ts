import { useState } from 'react'

const isSameText = (typed: string, stored: string) => typed.trim() === stored

/**
 * What is typed. A value that is saved, here or elsewhere, is shown as long as nothing else is typed.
 * @param isSame whether what is typed means that value
 * @param first what was typed before
 */
export function useTyped(stored: string, isSame = isSameText, first: () => string | null = () => null) {
  const [typed, setTyped] = useState(() => first() ?? stored)
  const [known, setKnown] = useState(stored)
  if (known !== stored) {
    setKnown(stored)
    if (isSame(typed, known) || isSame(typed, stored)) setTyped(stored)
  }
  return [typed, setTyped] as const
}
