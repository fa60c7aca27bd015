// Files that a user attaches to questions in chats: sending one, its state, its bytes, taking it back.
import { z } from 'zod'
import { attachmentKinds, attachmentLimits } from './catalogue/attachments.ts'
import { endpoint } from './endpoint.ts'

/** Sent by the browser as the type of every file: the server goes by the bytes alone. */
export const attachmentBodyType = 'application/octet-stream'

const id = z.string().regex(/^[\w-]{1,64}$/, 'Некорректный идентификатор файла')
export const attachmentIds = z
  .array(id)
  .max(
    attachmentLimits.perQuestion,
    `К одному запросу можно приложить не больше ${attachmentLimits.perQuestion} файлов`
  )
  .refine((ids) => new Set(ids).size === ids.length, 'Файл приложен дважды')

export const attachment = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(attachmentKinds),
  /** Media type, as the bytes say. */
  type: z.string(),
  size: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** `waiting`: its text is being read. Only a file that is ready can be asked about. */
  state: z.enum(['waiting', 'ready', 'failed']),
  /** Why it failed, for the user. */
  failure: z.string().nullable(),
  /** From this `surchargeOf` makes the price. 0 until the file is ready. */
  inputTokens: z.number().int(),
  /** A link to the bytes that works for half an hour at least, without a token. */
  url: z.string()
})
export type Attachment = z.infer<typeof attachment>

/**
 * The body is the file itself, as `application/octet-stream`, with its name, percent-encoded, in the header `X-File-Name`. Repeated
 * with the same `Idempotency-Key` it gives the same attachment.
 */
export const addAttachment = endpoint({
  method: 'POST',
  path: '/chat/attachments',
  access: 'session',
  input: z.object({ name: z.string().trim().min(1, 'У файла нет имени').max(attachmentLimits.nameLengthMax) }),
  output: z.object({ attachment })
})

export const readAttachment = endpoint({
  method: 'GET',
  path: '/chat/attachments/:id',
  access: 'session',
  input: z.object({ id }),
  output: z.object({ attachment })
})

/** Takes back a file that was not sent. What was sent goes with its chat: NOT_FOUND. */
export const removeAttachment = endpoint({
  method: 'DELETE',
  path: '/chat/attachments/:id',
  access: 'session',
  input: z.object({ id }),
  output: z.object({})
})
