// What travels over a user's WebSocket. Messages are hints that something changed: after a gap the browser reads the
// truth again over HTTP.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { job } from './jobs.ts'
import { paymentStatus } from './payments.ts'
import { planId } from './subscription.ts'

/** Where the socket is opened, with the ticket as the query parameter `ticket`. */
export const livePath = '/live'

export const ticketLifetimeSeconds = 30

/** Why the server closed a socket. */
export const closeCodes = {
  /** The session behind it is over: connecting again is of no use. */
  sessionEnded: 4401,
  /** The user opened more sockets than one person needs; the oldest goes. */
  tooMany: 4429
} as const

/** A single-use ticket, since a WebSocket cannot carry the access token in a header. */
export const openLive = endpoint({
  method: 'POST',
  path: '/live/ticket',
  access: 'session',
  input: z.object({}),
  output: z.object({ ticket: z.string(), expiresAt: z.number() })
})

/** From the server to the browser. */
export const liveMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('balance'),
    tokens: z.number().int(),
    reservedTokens: z.number().int(),
    totalUsedTokens: z.number().int(),
    /** Of the money journal: a message with a lower one is late and says nothing new. */
    seq: z.number().int()
  }),
  z.object({ type: z.literal('job'), job }),
  z.object({ type: z.literal('work-deleted'), id: z.string() }),
  z.object({
    type: z.literal('conversation'),
    id: z.number().int(),
    change: z.enum(['created', 'updated', 'deleted'])
  }),
  z.object({
    type: z.literal('answer'),
    operationId: z.string(),
    conversationId: z.number().int().nullable(),
    state: z.enum(['running', 'finished'])
  }),
  z.object({ type: z.literal('payment'), id: z.string(), status: paymentStatus }),
  z.object({ type: z.literal('subscription'), planId }),
  z.object({ type: z.literal('session-ended'), sessionId: z.string() }),
  z.object({ type: z.literal('pong') })
])
export type LiveMessage = z.infer<typeof liveMessage>

/** From the browser to the server. */
export const liveCommand = z.discriminatedUnion('type', [z.object({ type: z.literal('ping') })])
export type LiveCommand = z.infer<typeof liveCommand>

/** The exact bytes, so that a sleeping Durable Object answers without waking up. */
export const livePing = JSON.stringify({ type: 'ping' } satisfies LiveCommand)
export const livePong = JSON.stringify({ type: 'pong' } satisfies LiveMessage)
