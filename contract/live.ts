// The messages of a user's WebSocket: hints that something changed. After a gap the browser reads the state over HTTP.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { job } from './jobs.ts'
import { paymentStatus } from './payments.ts'
import { planId } from './subscription.ts'

/** Issues a single-use ticket, because a WebSocket cannot send the access token in a header. */
export const openLive = endpoint({
  call: 'POST /live/ticket',
  access: 'session',
  output: z.object({ ticket: z.string(), expiresAt: z.number() })
})

/** From the server to the browser. */
export const liveMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('balance'),
    tokens: z.number().int(),
    reservedTokens: z.number().int(),
    totalUsedTokens: z.number().int(),
    /** Sequence number of the wallet's journal: a message with a lower number is outdated. */
    seq: z.number().int()
  }),
  z.object({ type: z.literal('job'), job }),
  z.object({ type: z.literal('work-deleted'), id: z.string() }),
  z.object({ type: z.literal('works-deleted'), ids: z.array(z.string()) }),
  z.object({
    type: z.literal('conversation'),
    id: z.number().int(),
    /** `shown`: the conversation shows another path of its messages. */
    change: z.enum(['created', 'updated', 'shown', 'deleted'])
  }),
  /** Many of them stand at another place. */
  z.object({ type: z.literal('conversations'), ids: z.array(z.number().int()) }),
  /** A line is offered for the user's memory after an answer of this conversation. */
  z.object({ type: z.literal('memory-offer'), conversationId: z.number().int() }),
  /** The user's memory was switched on or off, or its lines were changed. */
  z.object({ type: z.literal('memory') }),
  /** A folder was made, renamed or deleted. */
  z.object({ type: z.literal('folders') }),
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
