// An answer as a document that the user works on beside the chat: its versions, and changes by request.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { operationId, rowId as id } from './validation.ts'

export const documentKindNames = ['text', 'html', 'svg'] as const

/** Of a version, in characters. */
export const documentLengthMax = 100_000
/** With those that are being written; failed versions are not counted. */
export const documentVersionsMax = 100

const chatDocument = z.object({
  id: z.number().int(),
  conversationId: z.number().int(),
  /** The answer that it was opened from. */
  messageId: z.number().int(),
  kind: z.enum(documentKindNames),
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number()
})
export type ChatDocument = z.infer<typeof chatDocument>

const documentVersion = z.object({
  number: z.number().int(),
  createdAt: z.number(),
  /** What the user has asked for; null: the first version, or one that the user has written. */
  request: z.string().nullable(),
  /** The answer of the chat that changes it; null: none. */
  operationId: z.string().nullable(),
  /**
   * `writing`: its answer is not there yet. `failed`: there is none, and nothing was charged for it. `unfit`: its answer is in the chat,
   * and was paid, but gives no text, or a longer one than a document may be.
   */
  state: z.enum(['ready', 'writing', 'failed', 'unfit'])
})
export type DocumentVersion = z.infer<typeof documentVersion>

/** `text`: of the version `shown`, the newest that is ready. */
const openedDocument = z.object({
  document: chatDocument,
  versions: z.array(documentVersion),
  shown: z.number().int(),
  text: z.string()
})
export type OpenedDocument = z.infer<typeof openedDocument>

/** Opens the document of an answer, which is made when it is first opened. NOT_FOUND: the user has no such answer with a text. */
export const openDocument = endpoint({
  call: 'POST /chat/messages/:id/document',
  access: 'session',
  input: z.object({ id }),
  output: openedDocument
})

/** With `version` that one is shown. */
export const readDocument = endpoint({
  call: 'GET /chat/documents/:id',
  access: 'session',
  input: z.object({ id, version: id.optional() }),
  output: openedDocument
})

export const listDocuments = endpoint({
  call: 'GET /chat/conversations/:id/documents',
  access: 'session',
  input: z.object({ id }),
  output: z.object({ items: z.array(chatDocument) })
})

const base = z.number().int().positive()

/**
 * Adds a version that the user has written; the text that is there already adds none. CONFLICT: `base` is not the newest version any
 * more, not counting those that failed, or an answer is being written for it.
 */
export const saveDocument = endpoint({
  call: 'POST /chat/documents/:id/versions',
  access: 'session',
  input: z.object({
    id,
    base,
    text: z.string({ error: 'Введите текст' }).min(1, 'Введите текст').max(documentLengthMax, 'Слишком длинный текст')
  }),
  output: openedDocument
})

/**
 * Adds a version that an answer of the chat will be: the page then asks the question of this operation. Repeated with the same operation it
 * adds nothing, and the question is waited for again. CONFLICT: `base` is not the newest version any more, or another answer is being written for it.
 */
export const requestChange = endpoint({
  call: 'POST /chat/documents/:id/changes',
  access: 'session',
  input: z
    .object({
      id,
      base,
      operationId,
      request: z
        .string({ error: 'Введите просьбу' })
        .trim()
        .min(1, 'Введите просьбу')
        .max(2000, 'Слишком длинная просьба'),
      /** The characters that the answer replaces. */
      start: z.number().int().min(0),
      end: z.number().int().min(1)
    })
    .refine(({ start, end }) => start < end, 'Выделите непустой фрагмент'),
  output: openedDocument
})

/**
 * The question of this operation was refused: the document waits for it no longer. What is being answered or was answered stays, and a
 * question that is accepted after all is found nevertheless.
 */
export const giveUpChange = endpoint({
  call: 'DELETE /chat/documents/:id/changes/:operationId',
  access: 'session',
  input: z.object({ id, operationId }),
  output: openedDocument
})

export const renameDocument = endpoint({
  call: 'PUT /chat/documents/:id',
  access: 'session',
  input: z.object({ id, title: z.string().trim().min(1, 'Введите название').max(200, 'Слишком длинное название') }),
  output: z.object({ document: chatDocument })
})

/** The answer stays in the chat. */
export const deleteDocument = endpoint({
  call: 'DELETE /chat/documents/:id',
  access: 'session',
  input: z.object({ id })
})
