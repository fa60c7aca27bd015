// The search for everything (app/palette) opens over every page: by Ctrl+K, from menus, and in chats for chats alone.
import { pageStore } from '../storage/page-store.ts'

export interface Palette {
  isOpen: boolean
  /** Finds chats and nothing else. */
  chatsOnly: boolean
  /** How often it was opened. */
  turn: number
  /** Its field takes what was typed before it was there. */
  takeTyped: () => string
  onClose: () => void
}

/** Null: not opened on this page yet. Once opened it stays rendered, so that closing it can be animated. */
export const palette = pageStore<Palette | null>(() => null)

export const openPalette = (chatsOnly = false, takeTyped = (): string => ''): void =>
  palette.setState(
    { isOpen: true, chatsOnly, turn: (palette.getState()?.turn ?? 0) + 1, takeTyped, onClose: closePalette },
    true
  )

export function closePalette(): void {
  const shown = palette.getState()
  if (shown) palette.setState({ ...shown, isOpen: false }, true)
}
