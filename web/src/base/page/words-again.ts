// A question on the home page outlives the reload that a chunk of an older version causes (missing-chunk.ts), and is sent after it if it
// was on its way. It is loaded early: after a deploy it could not be.
import { paths } from '../paths.ts'
import { ownerOf, storedTokens } from '../session/token-storage.ts'
import { wayIn } from '../session/way-in.ts'
import { wordsAgainKey } from '../storage/unsent.ts'
import { isReloading } from './missing-chunk.ts'

/** A reload takes seconds: what is older is of a visit that has ended. */
const keptMs = 60_000

interface Words {
  prompt: string
  model: string
  /** What it costs its user, as the page has shown. */
  tokens: number
  isSent: boolean
  /** The user's id; null: it is a visitor's. */
  owner: string | null
  at: number
}

/** What was on its way before the reload, until it is sent or left to its user. */
let waiting: Words | null = null

const owner = () => ownerOf(storedTokens().accessToken)

function partsOf(field = document.querySelector<HTMLTextAreaElement>('textarea[data-sends]')) {
  const model = field?.form?.querySelector('select')
  const send = field?.form?.querySelector<HTMLElement>('[type=submit]')
  return field && model && send ? { field, model, send } : null
}

const tokensOf = ({ selectedOptions }: HTMLSelectElement) => Number(selectedOptions[0]?.dataset['tokens'])

function keep(): void {
  const parts = partsOf()
  // On the way to another page the address is that page's already, which has been handed the question.
  if (!isReloading() || window.location.pathname !== paths.home || !parts?.field.value) return
  const { field, model, send } = parts
  const isSent = send.ariaBusy === 'true' || wayIn.getState()?.isOpen === true
  const words: Words = {
    prompt: field.value,
    model: model.value,
    tokens: tokensOf(model),
    isSent,
    owner: owner(),
    at: Date.now()
  }
  try {
    sessionStorage.setItem(wordsAgainKey, JSON.stringify(words))
  } catch {
    // Storage is full.
  }
}

function bringBack(): void {
  const kept = sessionStorage.getItem(wordsAgainKey)
  sessionStorage.removeItem(wordsAgainKey)
  const parts = partsOf()
  if (kept === null || !parts || window.location.pathname !== paths.home) return
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
  const words = JSON.parse(kept) as Words
  if (words.owner !== owner() || !(Date.now() - words.at < keptMs)) return
  const { field, model } = parts
  field.value ||= words.prompt
  if ([...model.options].some(({ value }) => value === words.model)) model.value = words.model
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  if (words.isSent) waiting = words
}

/** Once, and not what was changed meanwhile. At a higher price its user looks again. */
function sendAgain(): void {
  const parts = partsOf()
  const words = waiting
  waiting = null
  if (!words || !parts || words.owner !== owner() || !(Date.now() - words.at < keptMs)) return
  const { field, model, send } = parts
  const isSame = field.value === words.prompt && model.value === words.model && tokensOf(model) <= words.tokens
  if (isSame && send.ariaBusy !== 'true') send.click()
}

/**
 * Keeps the words from now on, and brings back those of the page before.
 * @param isPriced the page shows what its user pays: the HTML of the build has the price of a visitor
 */
export function carryWords(isPriced = false): void {
  // Once, however often this is called.
  window.addEventListener('vite:preloadError', keep)
  try {
    bringBack()
  } catch {
    // Storage is blocked, or what is kept is no JSON: an extension may write there too.
  }
  if (isPriced) sendAgain()
}
