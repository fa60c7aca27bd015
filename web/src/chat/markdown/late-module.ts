import { pageStore } from '../../base/storage/page-store.ts'

/** A module that is loaded once something needs it, as a store that components can read. */
export function lateModule<Module extends object>(fetchModule: () => Promise<Module>) {
  const module = pageStore<Module | null>(() => null)
  const loading = pageStore<Promise<void> | null>(() => null)
  return {
    subscribe: module.subscribe,
    /** Null until it is there. */
    loaded: module.getState,
    /** Resolves when it is there, if something has needed it, or could not be fetched. */
    settled: (): Promise<void> => loading.getState() ?? Promise.resolve(),
    load: () => {
      if (loading.getState()) return
      const loads = fetchModule().then(
        // The module has just run: what it draws at once would make one long task of both.
        (loaded) =>
          new Promise<void>((done) => {
            setTimeout(() => {
              module.setState(loaded, true)
              done()
            })
          }),
        // The next that needs it tries again.
        () => loading.setState(null, true)
      )
      loading.setState(loads, true)
    }
  }
}
