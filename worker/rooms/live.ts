// The live channel.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountLive } from '../http/live.ts'

export function mount(app: Hono<HonoEnv>) {
  mountLive(app)
}
