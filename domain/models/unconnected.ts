// What pages are told of what is not connected. Apart from `connected.ts`, because it reads the whole catalogue. Pure.
import { chatPaths } from '#contract/catalogue/chat.ts'
import type { MediaRoute, StudioEntry } from '#contract/catalogue/entry.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { transcription } from '#contract/catalogue/transcription.ts'
import { defaultOnPage } from '#contract/catalogue/models.ts'
import { defaultValues } from '#contract/catalogue/parameters.ts'
import { mediaRouteOf } from '#contract/catalogue/media-route.ts'
import { isProviderConnected, type MediaKeys } from './connected.ts'
import type { SoldModel } from './sold-model.ts'

/** Whether an account can be asked for a work. */
export type IsConnected = (work: Pick<MediaRoute, 'provider' | 'model'>) => boolean

/** By the makers' keys alone. */
export const connectedBy =
  (keys: MediaKeys): IsConnected =>
  ({ provider }) =>
    isProviderConnected(keys, provider)

/** Whether a page is: by its usual settings. */
export const isEntryConnected = (entry: StudioEntry, isConnected: IsConnected): boolean =>
  isConnected(mediaRouteOf(entry, defaultValues(entry.parameters)))

/** The addresses of pages whose service has no supplier, the ids of such models, and `dictation`; the browser hides them. */
export const unconnectedNames = (
  models: readonly SoldModel[],
  keys: MediaKeys,
  isConnected: IsConnected = connectedBy(keys)
): string[] => [
  ...chatPaths.filter((path) => !defaultOnPage(models, path)),
  ...models.filter(({ routes }) => routes.length === 0).map(({ id }) => id),
  ...studioEntries
    .filter((entry) => !isEntryConnected(entry, isConnected))
    .flatMap(({ path, aliases }) => [path, ...aliases]),
  ...(isProviderConnected(keys, transcription.upstream.provider) ? [] : ['dictation'])
]
