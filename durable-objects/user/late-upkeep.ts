// Backups, and the repair of a wallet, loaded with the first of them: no request of a user waits for either, and every isolate parses what is
// loaded at its start. Nothing else may import the module, or the built script has no name for it.
import type { upkeepOf } from './upkeep.ts'

let loaded: typeof upkeepOf | undefined

/** Each call waits for its own import; once it is there, none of the isolate waits again. */
export const loadUpkeep = async (): Promise<typeof upkeepOf> => (loaded ??= (await import('./upkeep.ts')).upkeepOf)
