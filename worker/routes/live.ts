import type { Context, Hono } from 'hono'
import { livePath, openLive } from '#contract/live.ts'
import { mayServe } from '#domain/environment.ts'
import { channelOf } from '#durable-objects/stubs.ts'
import { hmac, keyringOf } from '../auth/keyring.ts'
import { environmentOf, type HonoEnv } from '../context.ts'
import { refuse } from '../errors.ts'
import { serve } from '../serve.ts'

/** User, ticket, signature: strangers' tickets are told apart before any object is touched for them. */
const ticketForm = /^([\w-]{1,64})\.([\w-]{43})\.([\w-]{43})$/
const purpose = 'live-ticket'

const bytesOf = (text: string) => new TextEncoder().encode(text)

export function mountLive(app: Hono<HonoEnv>) {
  serve(
    app,
    openLive
  )(async (_, c) => {
    const { userId, sessionId } = c.var.caller
    const { ticket, expiresAt } = await channelOf(c.env, userId).issueTicket(sessionId)
    const signature = hmac(keyringOf(c.var.environment).current, purpose, bytesOf(`${userId}.${ticket}`))
    return { ticket: `${userId}.${ticket}.${signature.toString('base64url')}`, expiresAt }
  })
}

/** @returns the user whose ticket this is, and the part that the user's Channel knows */
function readTicket(c: Context<HonoEnv>, sent: string): { userId: string; ticket: string } | null {
  const [, userId, ticket, signature] = ticketForm.exec(sent) ?? []
  if (userId === undefined || ticket === undefined || signature === undefined) return null
  const { known } = keyringOf(environmentOf(c.env))
  const isOurs = known.some((key) =>
    crypto.subtle.timingSafeEqual(
      hmac(key, purpose, bytesOf(`${userId}.${ticket}`)),
      Buffer.from(signature, 'base64url')
    )
  )
  return isOurs ? { userId, ticket } : null
}

/**
 * Mounts the socket, in front of every middleware: they put headers on answers, and an answer that carries a socket
 * cannot be copied. Only our own pages may open one (their Origin says so), each time with a fresh ticket.
 */
export function mountLiveSocket(app: Hono<HonoEnv>) {
  for (const path of [`/api${livePath}`, livePath])
    app.get(path, async (c) => {
      const environment = environmentOf(c.env)
      if (!mayServe(environment, new URL(c.req.url).hostname)) return refuse(c, { code: 'NOT_FOUND' })
      if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') return refuse(c, { code: 'BAD_REQUEST' })
      if (c.req.header('origin') !== environment.SITE_ORIGIN) return refuse(c, { code: 'FORBIDDEN_ORIGIN' })
      const found = readTicket(c, c.req.query('ticket') ?? '')
      if (!found) return refuse(c, { code: 'UNAUTHORIZED' })
      const url = new URL(c.req.url)
      url.search = new URLSearchParams({ ticket: found.ticket }).toString()
      return c.env.CHANNEL.getByName(found.userId).fetch(new Request(url, c.req.raw))
    })
}
