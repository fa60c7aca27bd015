// How jobs are doing, which every page of a signed-in user asks.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountJobs } from '../jobs/routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountJobs(app)
}
