// The mark of files that a model made, loaded with the first one: off, no isolate parses what it takes. Nothing else may import the module, or
// the built script has no name for it.
type Marking = typeof import('./mark-results.ts')

let loaded: Marking | undefined

/** Each call waits for its own import; once it is there, none of the isolate waits again. */
export const loadMarking = async (): Promise<Marking> => (loaded ??= await import('./mark-results.ts'))
