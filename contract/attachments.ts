// Files that a user attaches to questions in chats: sending one, its state, its bytes, taking it back.
import { z } from 'zod'
import { attachment } from './attached-file.ts'
import { attachmentLimits } from './catalogue/attachments.ts'
import { endpoint } from './endpoint.ts'

/** Sent by the browser as the type of every file: the server detects the type from the bytes alone. */
export const attachmentBodyType = 'application/octet-stream'

const id = z.string().regex(/^[\w-]{1,64}$/, 'Некорректный идентификатор файла')

/**
 * The body is the file itself, as `application/octet-stream`, with its name, percent-encoded, in the header `X-File-Name`. Repeated
 * with the same `Idempotency-Key` it gives the same attachment.
 */
export const addAttachment = endpoint({
  call: 'POST /chat/attachments',
  access: 'session',
  input: z.object({ name: z.string().trim().min(1, 'У файла нет имени').max(attachmentLimits.nameLengthMax) }),
  output: z.object({ attachment })
})

export const readAttachment = endpoint({
  call: 'GET /chat/attachments/:id',
  access: 'session',
  input: z.object({ id }),
  output: z.object({ attachment })
})

/** Deletes a file that was not sent with a question. A sent file is deleted with its chat. */
export const removeAttachment = endpoint({
  call: 'DELETE /chat/attachments/:id',
  access: 'session',
  input: z.object({ id })
})
