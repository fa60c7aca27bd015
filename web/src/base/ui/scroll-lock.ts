// The page behind a modal dialog does not scroll. The style sheet keeps it, by an attribute of the root: were it to look for a dialog
// itself, with `:has()`, each element that a growing answer adds would have the browser look again.
import { useLayoutEffect } from 'react'

/** How many layers each attribute stands for: one may lie over another. */
const counts = { scrollLock: 0, dialogOpen: 0 }

/** While scrolling is locked, the place of the scrollbar stays empty, so that the page does not jump sideways. */
const gutter = () => (window.innerWidth > document.documentElement.clientWidth ? 'gutter' : '')

const empty = () => ''

function useMark(name: keyof typeof counts, isOpen: boolean, value = empty) {
  useLayoutEffect(() => {
    if (!isOpen) return
    const { dataset } = document.documentElement
    if (counts[name] === 0) dataset[name] = value()
    counts[name] += 1
    return () => {
      counts[name] -= 1
      if (counts[name] === 0) delete dataset[name]
    }
  }, [name, isOpen, value])
}

/** Locks the page's scrolling while a dialog, or a dialog over it, is open. */
export const useScrollLock = (isOpen: boolean): void => useMark('scrollLock', isOpen, gutter)

/** Lets toasts stand above what is open, at the edge of a phone: for what leaves that room. */
export const useToastsAbove = (isOpen: boolean): void => useMark('dialogOpen', isOpen)

/** Whether a modal dialog is open, so that the page behind it cannot be used. */
export const isScrollLocked = (): boolean => document.documentElement.dataset.scrollLock !== undefined
