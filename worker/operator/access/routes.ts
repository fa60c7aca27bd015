import type { Hono } from 'hono'
import type { HonoEnv } from '../../http/context.ts'
import { mountSignIn } from './sign-in-routes.ts'
import { mountRecord } from './record-routes.ts'
import { mountTeam } from './team-routes.ts'

/** The console's session, the operators, and the record of what they did. */
export function mountAccess(app: Hono<HonoEnv>) {
  mountSignIn(app)
  mountTeam(app)
  mountRecord(app)
}
