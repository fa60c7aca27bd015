// The composer of a prerendered chat before the application runs: it shows the draft, has the focus, and its Enter presses its button.
// Loaded beside the first script by pages that have one.
import { sends } from '../../base/page/send-rule.ts'
import type { KeptInput } from './kept-input.ts'
import { afterPaint, bringsSomething } from './when-used.ts'

// As src/chat/draft/draft-box.ts keeps what was typed and not sent.
const draftKey = () => `chat-draft:${window.location.pathname}:new`
const emptyDraft = { prompt: '', sent: null, moved: null, owner: null }

/** @returns what is kept, for a visitor nothing of a user */
function keptDraft(isUser: boolean): { prompt: string } {
  try {
    const draft = JSON.parse(localStorage.getItem(draftKey()) ?? 'null')
    if (typeof draft?.prompt === 'string' && (isUser || draft.owner === null)) return draft
  } catch {
    // Blocked storage, or a text of somebody else: nothing is kept.
  }
  return emptyDraft
}

/** For a page that is left before the application runs. */
function keep(prompt: string, isUser: boolean): void {
  const draft = keptDraft(isUser)
  if (draft.prompt === prompt) return
  try {
    localStorage.setItem(draftKey(), JSON.stringify({ operationId: crypto.randomUUID(), ...draft, prompt }))
  } catch {
    // Storage is blocked or full.
  }
}

/** Puts the draft before what was typed while this script was on its way. */
function showDraft(field: HTMLTextAreaElement, draft: string): void {
  const { value, selectionStart, selectionEnd } = field
  const before = value === '' || draft === '' ? draft : `${draft}\n`
  if (before === '') return
  field.value = before + value
  field.setSelectionRange(before.length + selectionStart, before.length + selectionEnd)
}

/**
 * @param form of the composer
 * @param isUser whether the browser may have a session
 * @param kept what is kept until the application answers
 * @param begin loads the application
 */
export function prepareComposer(
  form: HTMLFormElement,
  isUser: boolean,
  { signal }: KeptInput,
  begin: () => void
): void {
  const field = form.querySelector('textarea')
  if (!field || signal.aborted) return
  const buttons = [...form.querySelectorAll<HTMLButtonElement>('[type=submit]')]
  const show = () => {
    for (const button of buttons) button.disabled = field.value.trim() === ''
  }
  const options = { capture: true, signal }
  field.addEventListener(
    'input',
    () => {
      show()
      begin()
    },
    options
  )
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.target !== field || !sends(event)) return
      // React may listen already, and must not see it twice.
      event.preventDefault()
      event.stopPropagation()
      // That of visitors, or of users.
      buttons.at(document.documentElement.dataset.session ? -1 : 0)?.click()
      begin()
    },
    options
  )
  // The page has disabled the button while it does not know whose session this is, and keeps what is sent meanwhile.
  signal.addEventListener('abort', show)

  // Without the application, or before it, sending would load the document anew.
  form.addEventListener('submit', (event) => event.preventDefault())
  window.addEventListener('pagehide', () => keep(field.value, isUser), { signal })

  showDraft(field, keptDraft(isUser).prompt)
  show()
  // On touch screens the keyboard would cover the page.
  const hasKeyboard = window.matchMedia('(pointer: fine)').matches
  if (hasKeyboard && document.activeElement === document.body) field.focus({ preventScroll: true })
  if (bringsSomething()) void afterPaint().then(begin)
}
