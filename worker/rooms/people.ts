// Profiles and what belongs to an account.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountUser } from '../people/profile-routes.ts'
import { mountReady } from '../people/ready-routes.ts'
import { mountInvitation } from '../people/invitation-routes.ts'
import { mountPersonalData } from '../people/personal-data-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountUser(app)
  mountReady(app)
  mountInvitation(app)
  mountPersonalData(app)
}
