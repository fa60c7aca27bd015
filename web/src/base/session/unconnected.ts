// What is not on sale because it has no supplier: addresses of pages, ids of models, `dictation`. The HTML of the build knows what there
// was at the time; later the server tells it with the prices. public/before-paint.js hides what leads there, from what is kept here.
import { useCallback, useLayoutEffect, useSyncExternalStore } from 'react'
import { onNewPage } from '../storage/page-store.ts'

/** The mark of the document, the key in storage, and the event. */
const storageKey = 'unconnected'

const built: string = import.meta.env.VITE_UNCONNECTED ?? ''
const marked = (): string => document.documentElement.dataset[storageKey] ?? ''

onNewPage(() => delete document.documentElement.dataset[storageKey])

/** Notes what the server has told. */
export function keepUnconnected(names: readonly string[]): void {
  const text = names.join(' ')
  if (text === marked()) return
  document.documentElement.dataset[storageKey] = text
  try {
    localStorage.setItem(storageKey, text)
  } catch {
    // Storage is blocked: until a reload.
  }
  dispatchEvent(new Event(storageKey))
}

function subscribe(listener: () => void): () => void {
  addEventListener(storageKey, listener)
  return () => removeEventListener(storageKey, listener)
}

/** All that is not connected, as the server names it. */
export const useUnconnectedNames = (): string => useSyncExternalStore(subscribe, marked, () => built)

/** Says of any page, model or `dictation` whether it is not connected. */
export function useUnconnected(): (one: string) => boolean {
  const names = useUnconnectedNames()
  return useCallback((one) => one !== '' && names.split(' ').includes(one), [names])
}

/** The same of the page at an address, which is drawn as it is now from here on. */
export function useIsPageUnconnected(path: string): boolean {
  useLayoutEffect(() => void delete document.documentElement.dataset['stale'], [])
  return useUnconnected()(path)
}
