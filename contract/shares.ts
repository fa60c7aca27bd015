// Links under which everybody may read a copy of a conversation.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { studioKind } from './jobs.ts'
import { rowId } from './validation.ts'

/** How many links a user may have. */
export const sharesMax = 100

/** A link, as its owner sees it. */
const share = z.object({
  id: z.string(),
  conversation_id: z.number().int(),
  /** Of the conversation when it was copied. */
  title: z.string(),
  /** Null: the key that it was made with is gone. The link still works for those who have it. */
  url: z.string().nullable(),
  created_at: z.number()
})
export type Share = z.infer<typeof share>

/** A finished work of a card. Its files are read under `GET /shares/:token/files/:index`. */
const sharedWork = z.object({
  kind: studioKind,
  files: z.array(
    z.object({
      /** The number of the file in the copy. */
      index: z.number().int(),
      /** Media type. */
      type: z.string(),
      sizeBytes: z.number().int(),
      width: z.number().int().nullable(),
      height: z.number().int().nullable(),
      durationSeconds: z.number().nullable()
    })
  )
})
export type SharedWork = z.infer<typeof sharedWork>

const sharedMessage = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  /** It is what has come of an answer that has no end: its last line may leave marks open. */
  is_cut: z.literal(true).optional(),
  /** The name of the model; null on the user's side. */
  model: z.string().nullable(),
  created_at: z.number(),
  /** The names of the files of a request, if it has any. Their bytes are not shared. */
  files: z.array(z.string()).optional(),
  /** The works that an answer was, as far as their files are in the copy. */
  works: z.array(sharedWork).optional()
})
export type SharedMessage = z.infer<typeof sharedMessage>

/** What every holder of the link reads: nothing that reveals the owner or the payments. */
const sharedChat = z.object({
  title: z.string(),
  /** When it was copied. */
  created_at: z.number(),
  messages: z.array(sharedMessage),
  /** The page says that models made this; absent where the operator wants no such line. */
  ai_mark: z.literal(true).optional()
})
export type SharedChat = z.infer<typeof sharedChat>

/**
 * Copies the path that is shown, under a new link. A request that is repeated with its `Idempotency-Key` gets the same link.
 * NOTHING_TO_SHARE, SHARE_TOO_LARGE, TOO_MANY_SHARES, STORAGE_FULL.
 */
export const createShare = endpoint({
  call: 'POST /chat/conversations/:id/shares',
  access: 'session',
  input: z.object({ id: rowId }),
  output: z.object({ share })
})

/** All links of the user, or those of one conversation, newest first. */
export const listShares = endpoint({
  call: 'GET /chat/shares',
  access: 'session',
  input: z.object({ conversationId: rowId.optional() }),
  output: z.object({ items: z.array(share) })
})

/** From then on the link opens nothing. */
export const revokeShare = endpoint({
  call: 'DELETE /chat/shares/:id',
  access: 'session',
  input: z.object({ id: z.string().max(100) })
})

/** NOT_FOUND for every token that opens nothing: the response does not say whether it was revoked or never made. */
export const readShare = endpoint({
  call: 'GET /shares/:token',
  access: 'public',
  input: z.object({ token: z.string().max(200) }),
  output: sharedChat
})
