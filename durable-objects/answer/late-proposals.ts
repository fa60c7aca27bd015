// What it takes to propose works, loaded with the first answer that may. Nothing else may import the module, or the built script has no
// name for it.
import type { Proposals } from './proposals.ts'

let loaded: typeof Proposals | undefined

/** Each answer waits for its own import; once it is there, none of the isolate waits again. */
export const loadProposals = async (): Promise<typeof Proposals> =>
  (loaded ??= (await import('./proposals.ts')).Proposals)
