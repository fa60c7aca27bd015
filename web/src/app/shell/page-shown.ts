import { useEffect } from 'react'

let tell = (): void => undefined

/** Resolves when React has rendered the first page, or has taken over its HTML. */
export const pageShown = new Promise<void>((resolve) => {
  tell = resolve
})

/** Rendered beside a page: its effect runs when the page is on the screen and answers to events. */
export function PageShown() {
  useEffect(() => tell(), [])
  return null
}
