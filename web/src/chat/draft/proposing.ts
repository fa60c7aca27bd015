// Whether models may propose works. Kept in this browser, for all chats; on until it is switched off.
import { useSyncExternalStore } from 'react'
import { pageStore } from '../../base/storage/page-store.ts'

const storageKey = 'no-proposals'

function stored(): boolean {
  try {
    return localStorage.getItem(storageKey) === null
  } catch {
    // Blocked storage: as for everybody.
    return true
  }
}

const isOn = pageStore(stored)

export const mayPropose = isOn.getState

export const useMayPropose = (): boolean => useSyncExternalStore(isOn.subscribe, isOn.getState, () => true)

export function letPropose(on: boolean): void {
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, '1')
  } catch {
    // The choice lasts until the page is left.
  }
  isOn.setState(on, true)
}
