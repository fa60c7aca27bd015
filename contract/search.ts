import { z } from 'zod'
import { conversation } from './chats.ts'
import { endpoint } from './endpoint.ts'
import { rowId } from './validation.ts'

/** Where a text is highlighted: from the first index up to the second, without it, in UTF-16 units. */
const ranges = z.array(z.tuple([z.number().int(), z.number().int()]))

const foundMessage = z.object({
  id: z.number(),
  role: z.enum(['user', 'assistant']),
  created_at: z.number(),
  /** A part of the message as plain text. */
  text: z.string(),
  ranges
})

const foundConversation = z.object({
  conversation,
  titleRanges: ranges,
  /** Its newest messages that were found, newest first; empty when only the title has the words. */
  messages: z.array(foundMessage)
})
export type FoundConversation = z.infer<typeof foundConversation>

export const searchTextMax = 200

/** Finds messages and titles with all words of `q`, or words that begin so, in all chats of all services. */
export const searchChats = endpoint({
  call: 'GET /chat/search',
  access: 'session',
  input: z.object({
    q: z.string().trim().min(1, 'Введите, что искать').max(searchTextMax, 'Слишком длинный запрос'),
    /** The `next` of the previous page. A conversation may be on several pages. */
    cursor: rowId.optional()
  }),
  output: z.object({
    /** Conversations found by title come first, then those found by messages, the newest match first. */
    items: z.array(foundConversation),
    /** Null on the last page. */
    next: z.number().int().nullable(),
    /** Older chats are still being read: the same call finds more a moment later. */
    indexing: z.boolean()
  })
})
