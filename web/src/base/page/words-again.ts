// A question on the home page outlives the reload that a chunk of an older version causes (missing-chunk.ts), and is sent after it if it
// was on its way. It is loaded early: after a deploy it could not be.
import { wayIn } from '../session/way-in.ts'
import { isReloading } from './missing-chunk.ts'

const key = 'words-again'

interface Words {
  prompt: string
  model: string
  /** The model and its price, as they were shown. */
  option: string
  isSent: boolean
}

function partsOf(field = document.querySelector<HTMLTextAreaElement>('textarea[data-sends]')) {
  const model = field?.form?.querySelector('select')
  const send = field?.form?.querySelector<HTMLElement>('[type=submit]')
  return field && model && send ? { field, model, send, option: model.selectedOptions[0]?.text ?? '' } : null
}

function keep(): void {
  const parts = partsOf()
  if (!isReloading() || !parts?.field.value) return
  const { field, model, send, option } = parts
  const isSent = send.ariaBusy === 'true' || wayIn.getState()?.isOpen === true
  const words: Words = { prompt: field.value, model: model.value, option, isSent }
  try {
    sessionStorage.setItem(key, JSON.stringify(words))
  } catch {
    // Storage is full.
  }
}

function bringBack(): void {
  const kept = sessionStorage.getItem(key)
  const parts = partsOf()
  if (kept === null || !parts) return
  sessionStorage.removeItem(key)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
  const { prompt, model, option, isSent } = JSON.parse(kept) as Words
  parts.field.value ||= prompt
  parts.model.value = model
  for (const type of ['input', 'change']) parts.field.dispatchEvent(new Event(type, { bubbles: true }))
  // At another price its user looks again.
  if (isSent && parts.field.value === prompt && partsOf()?.option === option) parts.send.click()
}

/** Keeps the words from now on, and brings back those of the page before. */
export function carryWords(): void {
  // Once, however often this is called.
  window.addEventListener('vite:preloadError', keep)
  try {
    bringBack()
  } catch {
    // Storage is blocked, or holds a text of somebody else.
  }
}
