import { createLinks, type Links } from './links.ts'
import { createTasks, type Tasks } from './tasks.ts'
import type { BaseState } from '../base/state.ts'

/** How large results are. Tests that are about something else want small ones. */
export interface Sizes {
  /** Side of a square variant on a sheet of Midjourney, in pixels. */
  variantSide: number
  /** How many characters a second of a recording has. */
  charactersASecond: number
}

const usualSizes: Sizes = { variantSide: 512, charactersASecond: 15 }

export interface MediaState extends BaseState {
  sizes: Sizes
  /** Files under temporary addresses. */
  media: Links
  tasks: Tasks
}

/** @param sizes default: those of the real upstreams */
export function createMedia({ clock, controls }: BaseState, sizes?: Partial<Sizes>): Omit<MediaState, keyof BaseState> {
  const media = createLinks(clock)
  return { sizes: { ...usualSizes, ...sizes }, media, tasks: createTasks(clock, () => controls.speed, media) }
}
