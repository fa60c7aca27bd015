// Passkeys, the second step of signing in, and fresh proofs.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountEntry } from '../people/ways-in/entry-routes.ts'
import { mountPasskeys } from '../people/ways-in/passkey-routes.ts'
import { mountProofs } from '../people/ways-in/proof-routes.ts'
import { mountSecondStep } from '../people/ways-in/second-step-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountEntry(app)
  mountProofs(app)
  mountPasskeys(app)
  mountSecondStep(app)
}
