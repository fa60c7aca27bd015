// What users fold away beside a page, or unfold. It is a mark of the document, so that HTML from the build looks right from the
// start: public/before-paint.js sets it from what this browser keeps, and style sheets show or hide by it.

const chatsKey = 'chats-panel'
const toolsKey = 'tools-menu'

/** The name of the mark in `dataset`, the key in storage, and what is marked. Without a mark the list of chats is open and the menu is a rail. */
const folds = {
  chats: { mark: 'chatsPanel', key: chatsKey, value: 'closed' },
  tools: { mark: 'toolsMenu', key: toolsKey, value: 'open' }
} as const

/** @param to the `data-fold` of the button that gets the focus, because the pressed one goes out of sight */
export function setFold(name: keyof typeof folds, marked: boolean, to: string): void {
  const { mark, key, value } = folds[name]
  const { dataset } = document.documentElement
  if (marked) dataset[mark] = value
  else delete dataset[mark]
  try {
    if (marked) localStorage.setItem(key, value)
    else localStorage.removeItem(key)
  } catch {
    // Storage is blocked: until a reload.
  }
  document.querySelector<HTMLElement>(`[data-fold="${to}"]`)?.focus()
}
