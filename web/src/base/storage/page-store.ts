// State of the page that belongs to no component. A reload resets it; tests, which cannot reload, call `beginNewPage`.
import { createStore, type StoreApi } from 'zustand/vanilla'

/** State is replaced as a whole: merging, as zustand does by default, would turn arrays, maps and elements into plain objects. */
export type Store<State> = Omit<StoreApi<State>, 'setState'> & { setState: (next: State, replace: true) => void }

const begins: (() => void)[] = []

/** A store that begins with what `first` returns, also after a reload. */
export function pageStore<State>(first: () => State): Store<State> {
  const store: Store<State> = createStore(first)
  onNewPage(() => store.setState(first(), true))
  return store
}

/** Registers what a module must reset, besides its stores, before a new page begins. */
export const onNewPage = (begin: () => void): void => void begins.push(begin)

let page = new AbortController()

/** Aborted when a new page begins: for timers and listeners on `window` whose owner has no component to end it. */
export const pageSignal = (): AbortSignal => page.signal

/** Resets the page as a reload would. Modules are reset in the order in which they were loaded. */
export function beginNewPage(): void {
  page.abort()
  page = new AbortController()
  for (const begin of begins) begin()
}

/** An event for its current listeners. State that lasts belongs in a store. */
export function pageEvent<Detail = void>() {
  const listeners = new Set<(detail: Detail) => void>()
  onNewPage(() => listeners.clear())
  return {
    tell: (detail: Detail): void => {
      for (const listener of listeners) listener(detail)
    },
    on: (listener: (detail: Detail) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}
