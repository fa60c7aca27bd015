// Text answers: starting one, its stream, reading a running one, and stopping it.
import { z } from 'zod'
import { answerSource } from './answer-sources.ts'
import { attachmentIds } from './attached-file.ts'
import { chatServiceId } from './catalogue/chat.ts'
import { answerOutcome, billing } from './chats.ts'
import { endpoint } from './endpoint.ts'
import { readPlace } from './projects.ts'
import { operationId } from './validation.ts'
import { workProposal } from './work-proposal.ts'

/** Maximum prompt length in characters: about a third of the smallest context of the upstream models. */
export const promptLengthMax = 32_000

/** Only with an answer that was asked for them. */
const answerExtras = {
  thinking: z.string().optional(),
  sources: z.array(answerSource).optional(),
  proposals: z.array(workProposal).optional(),
  read: z.array(readPlace).optional()
}

/** The prompt without the white space around it. The first line keeps its indentation, which code needs. */
export const promptOf = (typed: string): string => typed.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '')

/** Sent with the header `Idempotency-Key`; with `Accept: text/event-stream` the answer is a stream of `answerEvent`. */
export const generateText = endpoint({
  call: 'POST /ai/text/:service',
  access: 'session',
  input: z.object({
    service: chatServiceId,
    prompt: z
      .string('Введите запрос')
      .overwrite(promptOf)
      .min(1, 'Введите запрос')
      .max(promptLengthMax, 'Слишком длинный запрос'),
    /** Without it, the default model of the service. */
    model: z.string().max(100).optional(),
    maxTokens: z.number().int().min(16).max(32_000).optional(),
    conversationId: z.number().int().positive().optional(),
    /** Where the request goes in its conversation: after this message, null for its beginning. Absent: at the end of the shown path. */
    parentMessageId: z.number().int().positive().nullable().optional(),
    /** Another answer to this request, which is then not added again. `prompt` is its text. */
    answersMessageId: z.number().int().positive().optional(),
    /** The model may search the web: costs more, if it does (`contract/catalogue/answer-extras.ts`). */
    webSearch: z.boolean().optional(),
    /** Sends what the model thinks as well. */
    thinking: z.boolean().optional(),
    /** The model may propose works, where it can call tools. Only in a conversation. */
    proposes: z.boolean().optional(),
    /** What the page has said that the files of the project add to the price. PRICE_CHANGED: they add more. */
    projectTokens: z.number().int().min(0).optional(),
    /** Ids of the user's files. They add `surchargeOf` to the price. With `answersMessageId` the files of that request. */
    attachments: attachmentIds.optional()
  }),
  output: z.object({
    result: z.object({ content: z.string() }),
    generatedText: z.string(),
    ...answerExtras,
    billing,
    operationId: z.string(),
    model: z.string(),
    upstreamModel: z.string().nullable(),
    outcome: answerOutcome,
    balance: z.number().int()
  })
})

/** How the tokens of an ended answer were settled. */
const settlement = z.object({
  priceTokens: z.number().int(),
  chargedTokens: z.number().int(),
  returnedTokens: z.number().int(),
  /** Available tokens afterwards. */
  balanceTokens: z.number().int()
})
export type Settlement = z.infer<typeof settlement>

const answerFailure = z.object({
  code: z.string(),
  text: z.string(),
  retryAfter: z.number().int().optional()
})

/**
 * The server-sent events of an answer: `start`, `read` if something of a project was sent, any number of `delta`, `thinking`, `source` and `proposal`, then one `done` or `error`;
 * ids count up from 0.
 */
export const answerEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    operationId: z.string(),
    service: z.string(),
    model: z.string(),
    conversationId: z.number().nullable(),
    priceTokens: z.number().int()
  }),
  z.object({ type: z.literal('read'), places: z.array(readPlace) }),
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('thinking'), text: z.string() }),
  answerSource.extend({ type: z.literal('source') }),
  workProposal.extend({ type: z.literal('proposal') }),
  z.object({
    type: z.literal('done'),
    outcome: answerOutcome,
    upstreamModel: z.string().nullable(),
    billing,
    settlement
  }),
  z.object({
    type: z.literal('error'),
    outcome: answerOutcome,
    failure: answerFailure,
    settlement
  })
])
export type AnswerEvent = z.infer<typeof answerEvent>
export type AnswerEnd = Extract<AnswerEvent, { type: 'done' | 'error' }>

/** Reads an answer: with `Accept: text/event-stream` as a stream after `Last-Event-ID`, otherwise its current state. */
export const readAnswer = endpoint({
  call: 'GET /ai/text/answers/:id',
  access: 'session',
  input: z.object({ id: operationId }),
  output: z.object({
    state: z.enum(['running', 'finished']),
    content: z.string(),
    ...answerExtras,
    end: answerEvent.nullable()
  })
})

export const stopAnswer = endpoint({
  call: 'DELETE /ai/text/answers/:id',
  access: 'session',
  input: z.object({ id: operationId }),
  output: z.object({ outcome: answerOutcome, billing, settlement })
})
