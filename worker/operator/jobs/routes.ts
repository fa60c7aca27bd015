import type { Hono } from 'hono'
import type { HonoEnv } from '../../http/context.ts'
import { mountDeadLetters } from './dead-letter-routes.ts'
import { mountRedos } from './redo-routes.ts'
import { mountJobList } from './job-routes.ts'
import { mountServices } from './service-routes.ts'
import { mountSwitches } from './switch-routes.ts'

/** Jobs, services and what the queues gave up. */
export function mountJobs(app: Hono<HonoEnv>) {
  mountJobList(app)
  mountServices(app)
  mountSwitches(app)
  mountDeadLetters(app)
  mountRedos(app)
}
