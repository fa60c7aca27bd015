// What is said of what a visitor sends before the application runs. Loaded beside the first script by pages that have a form.

/** Nothing is sent; it will be; or it cannot be, as the application cannot be loaded. */
export type SentState = '' | 'sending' | 'failed'

const words = {
  sending: 'Страница загружается. Отправим, как только она будет готова.',
  failed: 'Не удалось загрузить страницу, ничего не отправлено. Обновите её.'
}

const said = document.createElement('output')
let last: SentState = ''

/** Tells readers that what they send is heard, in an element that is there before its text, as they need it; and all that it is not sent. */
export function tellSent(state: SentState): void {
  if (state === last) return
  last = state
  if (!state) return said.remove()
  said.className =
    state === 'failed' ? 'fixed inset-x-4 bottom-4 z-50 rounded-card bg-raised p-4 shadow-floating' : 'sr-only'
  said.textContent = ''
  document.body.append(said)
  setTimeout(() => (said.textContent = words[state]))
}
