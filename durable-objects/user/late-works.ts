// Works in chats, loaded with the first one: few isolates add any, and the others need not parse what it takes. Nothing else may import the
// module, or the built script has no name for it.
import type { ChatWorks } from './chat-works.ts'

let loaded: typeof ChatWorks | undefined

/** Each call waits for its own import; once it is there, none of the isolate waits again. */
export const loadChatWorks = async (): Promise<typeof ChatWorks> =>
  (loaded ??= (await import('./chat-works.ts')).ChatWorks)
