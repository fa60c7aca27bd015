import type { Hono } from 'hono'
import { openLive } from '#contract/live.ts'
import { livePath } from '#contract/live-socket.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { keyringOf } from '../crypto/keyring.ts'
import { foundBy, sessionOf } from './admitted.ts'
import type { HonoEnv } from './context.ts'
import { AppError } from './errors.ts'
import { ticketLimit } from './limit.ts'
import { ticketSignature } from './live-socket.ts'
import { serve, sessionByObject } from './serve.ts'

export function mountLive(app: Hono<HonoEnv>) {
  serve(app, sessionByObject(openLive), async (_, c) => {
    const { userId } = c.var.caller
    const { ticket, expiresAt } = foundBy(
      await userOf(c.env, userId).issueTicket({ caller: sessionOf(c), limit: ticketLimit })
    )
    const signature = ticketSignature(keyringOf(c.var.environment).current, userId, ticket)
    return { ticket: `${userId}.${ticket}.${signature.toString('base64url')}`, expiresAt }
  })

  app.get(livePath, (c) => {
    throw new AppError(c.var.liveRefusal)
  })
}
