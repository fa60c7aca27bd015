// The badges of the menu where another model has taken the place of a page's own: set by what reads the models on sale. A menu gets them
// from what shows it, because the first page, which reads no models, has no room for this.
import { useSyncExternalStore } from 'react'
import { pageStore } from '../storage/page-store.ts'

/** By path; a page that is missing has its own badge. */
export type Badges = Readonly<Record<string, string>>

const none: Badges = {}
export const menuBadges = pageStore<Badges>(() => none)

export const useBadges = (): Badges => useSyncExternalStore(menuBadges.subscribe, menuBadges.getState, () => none)
