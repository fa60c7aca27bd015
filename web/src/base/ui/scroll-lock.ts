// The page behind a modal dialog does not scroll. The style sheet keeps it, by an attribute of the root: were it to look for a dialog
// itself, with `:has()`, each element that a growing answer adds would have the browser look again.
import { useLayoutEffect } from 'react'

let openCount = 0

/** While scrolling is locked, the place of the scrollbar stays empty, so that the page does not jump sideways. */
const hasScrollbar = () => window.innerWidth > document.documentElement.clientWidth

/** Locks the page's scrolling while a dialog, or a dialog over it, is open. */
export function useScrollLock(isOpen: boolean) {
  useLayoutEffect(() => {
    if (!isOpen) return
    const { dataset } = document.documentElement
    if (openCount === 0) dataset.scrollLock = hasScrollbar() ? 'gutter' : ''
    openCount += 1
    return () => {
      openCount -= 1
      if (openCount === 0) delete dataset.scrollLock
    }
  }, [isOpen])
}

/** Whether a modal dialog is open, so that the page behind it cannot be used. */
export const isScrollLocked = (): boolean => document.documentElement.dataset.scrollLock !== undefined
