import type { Hono } from 'hono'
import type { HonoEnv } from '../../http/context.ts'
import { mountAccess } from './access-routes.ts'
import { mountRecord } from './record-routes.ts'
import { mountTeam } from './team-routes.ts'

/** The console's session, who may have one, and what was done in it. */
export function mountConsole(app: Hono<HonoEnv>) {
  mountAccess(app)
  mountTeam(app)
  mountRecord(app)
}
