// Opens the socket of the live channel for the holder of a ticket: worker/http/live.ts.
import type { Context, Hono } from 'hono'
import type { ErrorCode } from '#contract/errors.ts'
import { livePath } from '#contract/live-socket.ts'
import { isSignature } from '#data/base/signature.ts'
import { mayServe } from '#domain/environment.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { hmac, keyringOf } from '../crypto/keyring.ts'
import type { HonoEnv } from './context.ts'

/** User, ticket, signature: a forged ticket is refused before it can reach a Durable Object. */
const ticketForm = /^([\w-]{1,64})\.([\w-]{43})\.([\w-]{43})$/
const purpose = 'live-ticket'

/** The form of a ticket that the user's object has issued. */
export const ticketSignature = (key: Parameters<typeof hmac>[0], userId: string, ticket: string) =>
  hmac(key, purpose, new TextEncoder().encode(`${userId}.${ticket}`))

/** @returns the ticket's user, and the part that the user's object knows */
function readTicket(c: Context<HonoEnv>, sent: string): { userId: string; ticket: string } | null {
  const [, userId, ticket, signature] = ticketForm.exec(sent) ?? []
  if (userId === undefined || ticket === undefined || signature === undefined) return null
  const { known } = keyringOf(environmentOf(c.env))
  const isOurs = known.some((key) => isSignature(signature, ticketSignature(key, userId, ticket)))
  return isOurs ? { userId, ticket } : null
}

type Opened = { socket: Response } | { refusal: ErrorCode }

async function openSocket(c: Context<HonoEnv>): Promise<Opened> {
  const environment = environmentOf(c.env)
  const url = new URL(c.req.url)
  if (!mayServe(environment, url.hostname)) return { refusal: 'BAD_ENVIRONMENT' }
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') return { refusal: 'BAD_REQUEST' }
  if (c.req.header('origin') !== environment.SITE_ORIGIN) return { refusal: 'FORBIDDEN_ORIGIN' }
  const found = readTicket(c, c.req.query('ticket') ?? '')
  if (!found) return { refusal: 'UNAUTHORIZED' }
  url.search = new URLSearchParams({ ticket: found.ticket }).toString()
  const socket = await c.env.USER.getByName(found.userId).fetch(new Request(url, c.req.raw))
  return socket.webSocket ? { socket } : { refusal: 'UNAUTHORIZED' }
}

/**
 * Mounts the socket before every middleware: they set headers on responses, and a response that carries a socket cannot
 * be copied. Only our own pages may open one (checked by Origin), each time with a new ticket. Refusals pass through
 * the middleware like all others.
 */
export function mountLiveSocket(app: Hono<HonoEnv>) {
  for (const path of [`/api${livePath}`, livePath])
    app.get(path, async (c, next) => {
      const opened = await openSocket(c)
      if ('socket' in opened) return opened.socket
      c.set('liveRefusal', opened.refusal)
      return next()
    })
}
