// What pages are told of what is not connected. Apart from `models/connected.ts`, because it reads the whole catalogue. Pure.
import { chatPaths } from '#contract/catalogue/chat.ts'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { transcription } from '#contract/catalogue/transcription.ts'
import { defaultOnPage } from '#contract/catalogue/models.ts'
import { mediaRouteOf } from '#contract/catalogue/media-route.ts'
import { type IsMade, makeableOf, unableOf } from './unable.ts'
import { isProviderConnected, type MediaKeys } from '../models/connected.ts'
import type { SoldModel } from '../models/sold-model.ts'

/** By the makers' keys alone. */
const madeBy =
  (keys: MediaKeys): IsMade =>
  ({ entry, parameters }) =>
    isProviderConnected(keys, mediaRouteOf(entry, parameters).provider)

/** Of a tool's page: its addresses when nothing of it can be made, else the values of its settings that cannot. */
function unconnectedOf(entry: StudioEntry, isMade: IsMade): string[] {
  const base = makeableOf(entry, isMade)
  return base ? unableOf(entry, base, isMade) : [entry.path, ...entry.aliases]
}

/**
 * The addresses of pages whose service has no supplier, the ids of such models, `dictation`, and what cannot be set on the other pages
 * (`settingName`); the browser hides or marks them. As many as the catalogue has, at most.
 */
export const unconnectedNames = (
  models: readonly SoldModel[],
  keys: MediaKeys,
  isMade: IsMade = madeBy(keys)
): string[] => [
  ...chatPaths.filter((path) => !defaultOnPage(models, path)),
  ...models.filter(({ routes }) => routes.length === 0).map(({ id }) => id),
  ...studioEntries.flatMap((entry) => unconnectedOf(entry, isMade)),
  ...(isProviderConnected(keys, transcription.upstream.provider) ? [] : ['dictation'])
]
