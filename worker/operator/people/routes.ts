import type { Hono } from 'hono'
import type { HonoEnv } from '../../http/context.ts'
import { mountAccounts } from './account-routes.ts'
import { mountCards } from './card-routes.ts'
import { mountDecisions } from './decision-routes.ts'
import { mountHelp } from './help-routes.ts'
import { mountReading } from './reading-routes.ts'
import { mountTokens } from './token-routes.ts'

/** Operators find, help and block users; they read users' texts only with a reason. */
export function mountPeople(app: Hono<HonoEnv>) {
  mountCards(app)
  mountHelp(app)
  mountAccounts(app)
  mountTokens(app)
  mountDecisions(app)
  mountReading(app)
}
