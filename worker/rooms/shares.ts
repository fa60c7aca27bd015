// Conversations that go out by a link, and come in from a file.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountShares } from '../answers/share-routes.ts'
import { mountImport } from '../answers/import-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountShares(app)
  mountImport(app)
}
