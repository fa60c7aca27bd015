import { nextTask } from '../../base/page/next-task.ts'
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
      // Asking for it, running it and what it draws are tasks of their own, after the one that draws what needs it.
      const loads = nextTask()
        .then(fetchModule)
        .then(
          async (loaded) => {
            await nextTask()
            module.setState(loaded, true)
          },
          // The next that needs it tries again.
          () => loading.setState(null, true)
        )
      loading.setState(loads, true)
    }
  }
}
