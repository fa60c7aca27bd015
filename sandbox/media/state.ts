import { createLinks, fileResponse, type Links } from './links.ts'
import { createTasks, type Tasks } from './tasks.ts'
import type { Hono } from 'hono'
import type { BaseState, SandboxEnvironment } from '../base/state.ts'

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
  /** The path below which these accounts are; empty: the usual ones. */
  under: string
}

/** @param sizes default: those of the real upstreams */
export function createMedia({ clock, controls }: BaseState, sizes?: Partial<Sizes>): Omit<MediaState, keyof BaseState> {
  const media = createLinks(clock)
  return {
    sizes: { ...usualSizes, ...sizes },
    media,
    tasks: createTasks(clock, () => controls.speed, media),
    under: ''
  }
}

/** Other accounts at the same makers: they know nothing of each other's tasks. */
export const otherAccounts = (state: MediaState, under: string): MediaState => ({
  ...state,
  under,
  tasks: createTasks(state.clock, () => state.controls.speed, state.media)
})

/** Mounts the routes that all media upstreams share: their files' addresses and the counts of their tasks. */
export function mountMedia(app: Hono<SandboxEnvironment>, state: MediaState): void {
  app.get('/media.json', (c) => c.json({ providers: state.tasks.counts(), files: state.media.totals() }))
  app.delete('/media.json', (c) => {
    state.tasks.resetCounts()
    return c.body(null, 204)
  })
  app.get('/media/:name', (c) => {
    const file = state.media.open(`/media/${c.req.param('name')}`)
    if (typeof file === 'number') return c.text(file === 403 ? 'AccessDenied: Request has expired' : 'Not Found', file)
    return fileResponse(file)
  })
}
