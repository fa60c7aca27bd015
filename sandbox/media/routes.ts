import { fileResponse } from './links.ts'
import type { Hono } from 'hono'
import type { SandboxEnvironment } from '../base/state.ts'
import type { MediaState } from './state.ts'

/** Mounts the routes that all media upstreams share: their files' addresses and the counts of their tasks. */
export function mountMedia(app: Hono<SandboxEnvironment>, state: MediaState): void {
  app.get('/media.json', (c) => c.json({ providers: state.tasks.counts(), files: state.media.totals() }))
  app.delete('/media.json', (c) => {
    state.tasks.resetCounts()
    return c.body(null, 204)
  })
  app.get('/media/:name', (c) => {
    const file = state.media.open(c.req.path)
    if (typeof file === 'number') return c.text(file === 403 ? 'AccessDenied: Request has expired' : 'Not Found', file)
    return fileResponse(file)
  })
}
