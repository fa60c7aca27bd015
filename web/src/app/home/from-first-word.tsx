import { lazy, Suspense, useEffect, useState } from 'react'
import type { HomeParts } from '../../site/home/parts.ts'

/** Where it cannot be loaded, the page works without it. */
const OneTap = lazy(async () => ({
  default: await import('./one-tap.tsx').then(
    (loaded) => loaded.OneTap,
    (): HomeParts['OneTap'] => () => null
  )
}))

const hasWords = (form: HTMLFormElement): boolean => Boolean(form.querySelector('textarea')?.value.trim())

/** The sign-in with a provider, below a question that has words. */
export function FromFirstWord({ form }: { form: HTMLFormElement }) {
  // It stays, so that nothing jumps when the words are typed anew.
  const [isTyped, setTyped] = useState(() => hasWords(form))
  useEffect(() => {
    const look = () => hasWords(form) && setTyped(true)
    // Words may have come since it was drawn.
    look()
    form.addEventListener('input', look)
    return () => form.removeEventListener('input', look)
  }, [form])
  return (
    isTyped && (
      <Suspense>
        <OneTap form={form} />
      </Suspense>
    )
  )
}
