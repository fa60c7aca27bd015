// What the models of all chats remember about a user. Off until the user switches it on; nothing is kept without a yes.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { operationId, rowId as id } from './validation.ts'

/** In characters. */
export const memoryLineLengthMax = 200
/** All lines are sent with each question, so there are not many. */
export const memoryLinesMax = 50

const text = z
  .string({ error: 'Введите, что запомнить' })
  .transform((typed) => typed.replaceAll(/\s+/g, ' ').trim())
  .pipe(
    z.string().min(1, 'Введите, что запомнить').max(memoryLineLengthMax, `Не больше ${memoryLineLengthMax} символов`)
  )

const memoryLine = z.object({ id: z.number().int(), text: z.string(), createdAt: z.number() })
export type MemoryLine = z.infer<typeof memoryLine>

/** Oldest first: that is how they are sent. */
const memory = z.object({ isOn: z.boolean(), lines: z.array(memoryLine) })
export type Memory = z.infer<typeof memory>

export const readMemory = endpoint({ call: 'GET /memory', access: 'session', output: memory })

/** Off: the lines stay, no model is told them and none is offered. */
export const switchMemory = endpoint({
  call: 'PUT /memory',
  access: 'session',
  input: z.object({ isOn: z.boolean() }),
  output: memory
})

/**
 * Keeps a line. One that says the same as another is not kept twice: of both the fuller one stays. MEMORY_FULL: there are as many as may be.
 */
export const remember = endpoint({
  call: 'POST /memory',
  access: 'session',
  /** `offer`: the answer after which it was offered; the offer is gone then. */
  input: z.object({ text, offer: operationId.optional() }),
  output: memory
})

export const changeMemoryLine = endpoint({
  call: 'PUT /memory/:id',
  access: 'session',
  input: z.object({ id, text }),
  output: memory
})

/** Instead of an id: all of them. */
export const allLines = 'all'

export const forgetMemory = endpoint({
  call: 'DELETE /memory/:id',
  access: 'session',
  input: z.object({ id: z.union([z.literal(allLines), id]) }),
  output: memory
})

/** The user does not want the line that was offered after this answer. Where nothing is offered any more, it succeeds as well. */
export const declineMemory = endpoint({
  call: 'DELETE /memory/offers/:id',
  access: 'session',
  input: z.object({ id: operationId })
})
