import { counted } from '#contract/counted.ts'
import { landmark } from '../../base/ui/landmark.ts'

/** `3 чата` */
export const chatsWord = (count: number): string => counted(count, ['чат', 'чата', 'чатов'])

/** How long rows may take to move, and a dialog to go away. */
const framesMax = 120

/**
 * Chats are about to leave their place in a list, which takes the focus of those who use no pointer.
 * @returns to be called when they have left: the focus follows the only one, or goes to what stood next to them
 */
export function focusAfter(chosen: readonly { id: number }[]): () => void {
  const ids = new Set(chosen.map(({ id }) => String(id)))
  // The list in which the user has chosen: another one may be folded.
  const rows = [...document.querySelectorAll<HTMLElement>('[data-chats] [data-chat]')].filter(
    (row) => row.checkVisibility?.() ?? true
  )
  const first = rows.findIndex(({ dataset }) => ids.has(dataset.chat ?? ''))
  const [row, list] = [rows[first], rows[first]?.closest('[data-chats]')]
  const near = [...rows.slice(first), ...rows.slice(0, Math.max(0, first)).toReversed()].map(
    ({ dataset }) => dataset.chat
  )
  const linkOf = (id: string | undefined) => list?.querySelector<HTMLElement>(`[data-chat="${id}"] a`)
  const follow = (frames: number) => {
    if (frames === 0 || !list?.isConnected) return
    if (row?.isConnected || isInDialogOver(list)) return void requestAnimationFrame(() => follow(frames - 1))
    // A dialog whose opener is gone leaves the focus to the landmark.
    if (document.activeElement !== document.body && document.activeElement !== landmark()) return
    const target = near.map(linkOf).find(Boolean) ?? list.querySelector<HTMLElement>('a, button')
    target?.focus()
  }
  return () => follow(framesMax)
}

const isInDialogOver = (list: Element): boolean =>
  document.activeElement?.closest('[role=dialog]')?.contains(list) === false

/** Puts the focus on the row of a chat once it is a link again. */
export function focusRow(from: Element | null, id: number): void {
  const list = from?.closest('[data-chats]')
  requestAnimationFrame(() => list?.querySelector<HTMLElement>(`[data-chat="${id}"] a`)?.focus())
}
