// Whether answers search the web and show their thinking. Kept in this browser, for all chats.
import { useSyncExternalStore } from 'react'
import type { AnswerExtras } from '#contract/catalogue/answer-extras.ts'
import type { Message } from '#contract/chats.ts'
import { pageStore } from '../../base/storage/page-store.ts'

const storageKey = 'answer-extras'
const names = ['webSearch', 'thinking'] as const

function stored(): AnswerExtras {
  let kept = ''
  try {
    kept = localStorage.getItem(storageKey) ?? ''
  } catch {
    // Blocked storage: both are off.
  }
  const on = kept.split(' ')
  return { webSearch: on.includes('webSearch'), thinking: on.includes('thinking') }
}

const chosen = pageStore(stored)

/** What the user has switched on, whether the model offers it or not. */
export const useExtras = (): AnswerExtras => useSyncExternalStore(chosen.subscribe, chosen.getState)

/** Calls with what is switched on from now on; returns what ends that. */
export const onExtrasSwitched = chosen.subscribe

export function switchExtra(name: keyof AnswerExtras): void {
  const before = chosen.getState()
  const after = { ...before, [name]: !before[name] }
  try {
    localStorage.setItem(storageKey, names.filter((one) => after[one]).join(' '))
  } catch {
    // The choice lasts until the page is left.
  }
  chosen.setState(after, true)
}

/** What an answer was asked for. */
export const extrasOf = ({ sources, thinking }: Pick<Message, 'sources' | 'thinking'>): AnswerExtras => ({
  webSearch: sources !== null,
  thinking: thinking !== null
})
