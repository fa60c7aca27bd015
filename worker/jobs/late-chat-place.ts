// What checks the place of a work in a chat, loaded with the first order that names one: most isolates take none.
import type * as chatPlace from './chat-place.ts'

type ChatPlaces = Pick<typeof chatPlace, 'bytesInChat' | 'cardFor'>

let loaded: ChatPlaces | undefined

/** Each request waits for its own import; once it is there, none of the isolate waits again. */
export async function loadChatPlaces(): Promise<ChatPlaces> {
  if (loaded) return loaded
  const { bytesInChat, cardFor } = await import('./chat-place.ts')
  loaded ??= { bytesInChat, cardFor }
  return loaded
}
