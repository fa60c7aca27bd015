import { useState } from 'react'
import { useBack } from './back.ts'
import { isTouched } from './use-while.ts'

/** The main landmark of the page; while the user is in a drawer, which covers it, that drawer. */
export const landmark = (): HTMLElement =>
  document.activeElement?.closest<HTMLElement>('[data-drawer]') ?? document.querySelector('main') ?? document.body

/**
 * Whether a menu is open, and the main landmark as its container, so that users who navigate by landmarks find it. Menus have fixed
 * coordinates, so their container does not change where they appear. It is looked up when the menu opens: while a page replaces
 * another, its first rendering still finds the `main` element that is about to leave, and a menu in there would never be seen.
 * Of a menu in a dialog it is the document: the dialog covers the page, hides it from screen readers, and would cut the menu off.
 * On touch screens «назад» closes the menu.
 */
export function usePopup() {
  const [open, setOpen] = useState(false)
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const onOpenChange = (next: boolean) => {
    if (next)
      setContainer(document.activeElement?.closest('[role=dialog]:not([data-drawer])') ? document.body : landmark())
    setOpen(next)
  }
  useBack(open && isTouched(), () => setOpen(false))
  return { open, container, onOpenChange }
}
