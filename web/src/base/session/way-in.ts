// Where sending needs an account, the registration opens over the page (app/over-pages.tsx).
import { pageStore } from '../storage/page-store.ts'

export interface WayIn {
  isOpen: boolean
  /** What is to be sent. */
  prompt: string
  onClose: () => void
}

/** Null: nothing needed it on this page. Once opened it stays rendered: closing it loses nothing that was typed. */
export const wayIn = pageStore<WayIn | null>(() => null)

export const openWayIn = (prompt: string): void => wayIn.setState({ isOpen: true, prompt, onClose: closeWayIn }, true)

export function closeWayIn(): void {
  const shown = wayIn.getState()
  if (shown) wayIn.setState({ ...shown, isOpen: false }, true)
}

/** Somebody has signed in: the next one who registers here begins anew. */
export const endWayIn = (): void => wayIn.setState(null, true)

/** The button of a visitor. */
export const registerAndSend = 'Зарегистрироваться и отправить'
