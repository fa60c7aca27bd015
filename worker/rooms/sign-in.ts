// Signing in and out, and the links of mails.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountAuth } from '../people/sign-in-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountAuth(app)
}
