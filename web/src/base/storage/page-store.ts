// State that belongs to the page and to no component. A reload begins it anew; tests, which cannot reload, call
// `beginNewPage` instead of loading every module again.
import { createStore, type StoreApi } from 'zustand/vanilla'

/** Replaced as a whole: merging, as zustand does by default, would turn arrays, maps and elements into plain objects. */
export type Store<State> = Omit<StoreApi<State>, 'setState'> & { setState: (next: State, replace: true) => void }

const begins: (() => void)[] = []

/** A store of the page that holds what `first` returns, also after a reload. */
export function pageStore<State>(first: () => State): Store<State> {
  const store: Store<State> = createStore(first)
  onNewPage(() => store.setState(first(), true))
  return store
}

/** For what a module must end, besides its stores, before a new page begins. */
export const onNewPage = (begin: () => void): void => void begins.push(begin)

let page = new AbortController()

/** Aborted when a new page begins: for timers and listeners on `window` whose owner has no component to end it. */
export const pageSignal = (): AbortSignal => page.signal

/** As if the page had been reloaded. Modules begin in the order in which they were loaded. */
export function beginNewPage(): void {
  page.abort()
  page = new AbortController()
  for (const begin of begins) begin()
}

/** Something that happens, for those who listen at that moment. What holds for longer belongs into a store. */
export function pageEvent<Detail = void>() {
  const listeners = new Set<(detail: Detail) => void>()
  onNewPage(() => listeners.clear())
  return {
    tell(detail: Detail): void {
      for (const listener of listeners) listener(detail)
    },
    on(listener: (detail: Detail) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}
