// Signing in with providers of identities, and linking them.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountIdentities } from '../identities/identity-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountIdentities(app)
}
