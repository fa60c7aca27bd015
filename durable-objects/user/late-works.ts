// Adding works to a chat, loaded with the first one: few isolates add any, and the others need not parse what it takes. Nothing else may
// import the module, or the built script has no name for it.
import type { addWorks } from '#data/history/cards.ts'

let loaded: typeof addWorks | undefined

/** Each call waits for its own import; once it is there, none of the isolate waits again. */
export const loadAddWorks = async (): Promise<typeof addWorks> =>
  (loaded ??= (await import('#data/history/cards.ts')).addWorks)
