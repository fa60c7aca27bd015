// What a visitor wanted to send when they went to register: it waits in this browser until its user sends it or puts it away. It leaves
// with the drafts when a user signs out. Read by the home page, so it is checked without the schema library.
import { pageSignal, pageStore } from '../storage/page-store.ts'
import { keptQuestionKey } from '../storage/unsent.ts'
import { openWayIn } from './way-in.ts'

export interface KeptQuestion {
  /** The page of the site that sends it. */
  path: string
  /** Empty: only the page is kept, to which the visitor was on the way. */
  prompt: string
  /** Of a chat; null elsewhere. */
  model: string | null
  /** Who answers, or the page's name. */
  name: string
  /** Site tokens, as the visitor saw them; null when nothing is sent. */
  priceTokens: number | null
  /** The id under which it is charged once, from whichever tab it is sent; null where the page's own draft has one. */
  operationId: string | null
  /** The user who has seen it after the sign-in: no other one does. Null: still a visitor's. */
  owner: string | null
  /** Unix time, milliseconds. */
  at: number
}

/** Longer than opening a mail takes; later the question is a surprise. */
const keptForMs = 7 * 86_400_000

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string'

function parse(text: string | null): KeptQuestion | null {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- looked at below
    const kept = JSON.parse(text ?? '') as KeptQuestion
    const texts = [kept.path, kept.prompt, kept.name].every((one) => typeof one === 'string')
    const isWhole = texts && [kept.model, kept.operationId, kept.owner].every(isTextOrNull)
    const isPriced = kept.priceTokens === null || Number.isInteger(kept.priceTokens)
    const isNew = Date.now() - kept.at < keptForMs
    return isWhole && isPriced && isNew && /^\/[\w-]/.test(kept.path) ? kept : null
  } catch {
    return null
  }
}

const read = (): KeptQuestion | null => {
  try {
    const kept = parse(localStorage.getItem(keptQuestionKey))
    if (!kept) localStorage.removeItem(keptQuestionKey)
    return kept
  } catch {
    return null
  }
}

const store = pageStore(read)

export const keptQuestion = store.getState

/** @param changed called when it changes here or in another tab. @returns what ends that */
export function onKeptQuestion(changed: () => void): () => void {
  const listening = new AbortController()
  const signal = AbortSignal.any([listening.signal, pageSignal()])
  const follow = ({ key }: StorageEvent) => {
    if (key === keptQuestionKey || key === null) store.setState(read(), true)
  }
  window.addEventListener('storage', follow, { signal })
  const stop = store.subscribe(changed)
  return () => {
    stop()
    listening.abort()
  }
}

/** What its page has sent does not wait any more. */
export function forgetSent(path: string, prompt: string): void {
  const kept = read()
  if (kept?.path === path && kept.prompt === prompt) keepQuestion(null)
}

/** @param question null: it was sent, or put away */
export function keepQuestion(question: KeptQuestion | null): void {
  store.setState(question, true)
  try {
    if (question === null) localStorage.removeItem(keptQuestionKey)
    else localStorage.setItem(keptQuestionKey, JSON.stringify(question))
  } catch {
    // Storage is blocked or full: it is kept while this page is open.
  }
}

type Asked = Omit<KeptQuestion, 'owner' | 'at'>

/** Keeps what the visitor wants to send. @returns when */
export function keepForAccount(asked: Asked): number {
  const at = Date.now()
  keepQuestion({ ...asked, owner: null, at })
  return at
}

/** Keeps what the visitor wants to send, and opens the registration over it. */
export function askForAccount(asked: Asked): void {
  keepForAccount(asked)
  openWayIn(asked.prompt)
}
