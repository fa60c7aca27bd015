// The mark of files that a model made, loaded with the first one: off, no isolate parses what it takes. Nothing else may import the module, or
// the built script has no name for it.
import type { markResults } from './mark-results.ts'

let loaded: typeof markResults | undefined

/** Each call waits for its own import; once it is there, none of the isolate waits again. */
export const loadMarkResults = async (): Promise<typeof markResults> =>
  (loaded ??= (await import('./mark-results.ts')).markResults)
