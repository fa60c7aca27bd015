import { useState } from 'react'

/** The main landmark of the page; while the user is in a drawer, which covers it, that drawer. */
export const landmark = (): HTMLElement =>
  document.activeElement?.closest<HTMLElement>('[data-drawer]') ?? document.querySelector('main') ?? document.body

/**
 * The main landmark as the container of a menu, so that users who navigate by landmarks find it. Menus have fixed coordinates, so
 * their container does not change where they appear. It is looked up when the menu opens: while a page replaces another, its
 * first rendering still finds the `main` element that is about to leave, and a menu in there would never be seen.
 */
export function useLandmark(onOpenChange?: (open: boolean) => void) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  return {
    container,
    onOpenChange: (open: boolean) => {
      if (open) setContainer(landmark())
      onOpenChange?.(open)
    }
  }
}
