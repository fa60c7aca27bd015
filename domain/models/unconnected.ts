// What pages are told of what is not connected. Apart from `connected.ts`, because it reads the whole catalogue. Pure.
import { chatPaths } from '#contract/catalogue/chat.ts'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { transcription } from '#contract/catalogue/transcription.ts'
import { defaultOnPage } from '#contract/catalogue/models.ts'
import { isProviderConnected, type MediaKeys } from './connected.ts'
import type { SoldModel } from './sold-model.ts'

/** Whether a page is: by the provider of its usual settings, which its last route has. */
export function isEntryConnected(keys: MediaKeys, { upstream }: Pick<StudioEntry, 'upstream'>): boolean {
  const usual = upstream.at(-1)
  return usual !== undefined && isProviderConnected(keys, usual.provider)
}

/** The addresses of pages whose service has no supplier, the ids of such models, and `dictation`; the browser hides them. */
export const unconnectedNames = (models: readonly SoldModel[], keys: MediaKeys): string[] => [
  ...chatPaths.filter((path) => !defaultOnPage(models, path)),
  ...models.filter(({ routes }) => routes.length === 0).map(({ id }) => id),
  ...studioEntries.filter((entry) => !isEntryConnected(keys, entry)).flatMap(({ path, aliases }) => [path, ...aliases]),
  ...(isProviderConnected(keys, transcription.upstream.provider) ? [] : ['dictation'])
]
