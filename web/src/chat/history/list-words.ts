import { counted } from '#contract/counted.ts'

/** `3 чата` */
export const chatsWord = (count: number): string => counted(count, ['чат', 'чата', 'чатов'])

/** How long a row may take to move. */
const framesMax = 120

/** When the row that has the focus moves, the focus follows it, or goes to the first link of the list. */
export function keepFocus(id: number): void {
  const selector = `[data-chat="${id}"]`
  // The list in which the user has chosen: another one may be folded.
  const shown = [...document.querySelectorAll<HTMLElement>(`[data-chats] ${selector}`)]
  const row = shown.find((one) => one.checkVisibility?.() ?? true)
  const list = row?.closest('[data-chats]')
  const follow = (frames: number) => {
    if (row?.isConnected) return frames > 0 ? void requestAnimationFrame(() => follow(frames - 1)) : undefined
    if (document.activeElement !== document.body) return
    const target = list?.querySelector<HTMLElement>(`${selector} a`) ?? list?.querySelector<HTMLElement>('a, button')
    target?.focus()
  }
  follow(framesMax)
}

/** Puts the focus on the row of a chat once it is a link again. */
export function focusRow(from: Element | null, id: number): void {
  const list = from?.closest('[data-chats]')
  requestAnimationFrame(() => list?.querySelector<HTMLElement>(`[data-chat="${id}"] a`)?.focus())
}
