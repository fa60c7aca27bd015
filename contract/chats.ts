import { z } from 'zod'
import { answerSource } from './answer-sources.ts'
import { attachment } from './attached-file.ts'
import { answerOutcomes } from './catalogue/charge-rules.ts'
import { chatServiceId } from './catalogue/chat.ts'
import { chatsDeletedMax, chatsPlacedMax } from './chat-limits.ts'
import { chatSettings } from './chat-settings.ts'
import { endpoint } from './endpoint.ts'
import { folder, folderCalls } from './folders.ts'
import { job } from './jobs.ts'
import { readPlace } from './projects.ts'
import { roleOfConversation } from './roles.ts'
import { numberInText, rowId as id } from './validation.ts'
import { workProposal } from './work-proposal.ts'

export const answerOutcome = z.enum(answerOutcomes)

export const conversation = z.object({
  id: z.number(),
  title: z.string(),
  service: z.string(),
  model: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
  /** The name of the role of the conversation; null: none. */
  role: z.string().nullable().default(null),
  /** When the user pinned it; null: it is not pinned. */
  pinned_at: z.number().nullable().default(null),
  archived_at: z.number().nullable().default(null),
  folder_id: z.number().nullable().default(null)
})
export type Conversation = z.infer<typeof conversation>

export const billing = z.object({ siteTokens: z.number().int(), usdWithMarkup: z.number().optional() })
export type Billing = z.infer<typeof billing>

const message = z.object({
  id: z.number(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  model: z.string(),
  created_at: z.number(),
  /** Both sides of one paid turn have the same id. While the answer is missing, it is still being written. */
  operation_id: z.string().nullable(),
  outcome: answerOutcome.nullable(),
  /** Set when the answer failed because its service is not available: repeating the question would not help. */
  unavailable: z.boolean().optional(),
  upstream_model: z.string().nullable(),
  billing: billing.nullable(),
  /** The message before it; null for the first, and for a question that is being answered and not saved yet. */
  parent_id: z.number().nullable(),
  /** Ids of all versions of the message, oldest first, its own among them. */
  versions: z.array(z.number()),
  /** The model's thinking, as far as it is kept; null: the user did not ask for it. */
  thinking: z.string().nullable(),
  /** The pages that the answer names; null: the user did not ask for a search. */
  sources: z.array(answerSource).nullable(),
  /** The operation that is writing an answer to this request. */
  answering: z.string().nullable(),
  /** The files of a request, if it has any. */
  attachments: z.array(attachment).optional(),
  /** The works that this answer is, those of one order: cards. Deleted works are left out; absent for an answer in words. */
  works: z.array(job).optional(),
  /** What the model proposes to make; absent: nothing. */
  proposals: z.array(workProposal).optional(),
  /** What of the project's files the model was shown; absent: nothing. */
  read: z.array(readPlace).optional(),
  /** What is offered to be remembered after this answer, and not decided yet. */
  memory_offer: z.string().optional()
})
export type Message = z.infer<typeof message>

export const listConversations = endpoint({
  call: 'GET /chat/conversations',
  access: 'session',
  input: z.object({
    limit: numberInText(z.number().int().min(1).max(100)).default(20),
    offset: numberInText(z.number().int().min(0).max(100_000)).default(0),
    sort: z.enum(['updated_at_desc', 'updated_at_asc', 'created_at_desc', 'created_at_asc']).default('updated_at_desc'),
    service: chatServiceId.optional(),
    /** `all`: conversations outside the archive. `rest`: those that are neither pinned nor in a folder nor in the archive. */
    section: z.enum(['all', 'rest', 'archive']).default('all'),
    /** Only conversations of this folder, instead of a section. */
    folder: id.optional()
  }),
  output: z.object({
    items: z.array(conversation),
    total: z.number().int(),
    /** Ids of conversations in which an answer is written now, whether they are on this page or not. */
    running: z.array(z.number()).default([]),
    /** With `section=rest`: the pinned conversations, the folders and the archive, which the page shows above the list. */
    above: z
      .object({
        pinned: z.array(conversation),
        folders: z.array(folder),
        /** How many are in the archive. */
        archived: z.number().int()
      })
      .optional()
  })
})

/** A conversation of the user. */
export const readConversation = endpoint({
  call: 'GET /chat/conversations/:id',
  access: 'session',
  input: z.object({ id }),
  output: z.object({ conversation })
})

/** The model of a new conversation for which the client names none, for any service. */
export const anyServiceDefaultModel = 'gpt-3.5-turbo'

export const createConversation = endpoint({
  call: 'POST /chat/conversations',
  access: 'session',
  input: z.object({
    title: z.string().trim().max(200).optional(),
    service: chatServiceId,
    model: z.string().max(100).default(anyServiceDefaultModel),
    /** The role that answers in it. */
    role: roleOfConversation.optional()
  }),
  output: z.object({ conversation })
})

export const renameConversation = endpoint({
  call: 'PUT /chat/conversations/:id',
  access: 'session',
  input: z.object({ id, title: z.string().trim().min(1, 'Введите название').max(200, 'Слишком длинное название') }),
  output: z.object({ conversation })
})

export const chatFolders = folderCalls('/chat/folders', z.object({ service: chatServiceId.optional() }))

const place = {
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  folderId: z.number().int().positive().nullable().optional()
}
type Place = z.infer<z.ZodObject<typeof place>>

const isSomewhere = [
  ({ pinned, archived, folderId }: Place) => pinned !== undefined || archived !== undefined || folderId !== undefined,
  'Укажите, куда поместить чат'
] as const
const isOnePlace = [({ pinned, archived }: Place) => !(pinned && archived), 'Чат в архиве нельзя закрепить'] as const

/**
 * Pins, archives or files a conversation; omitted fields stay. Archiving unpins a conversation, and pinning takes it out of the
 * archive. PINNED_FULL: too many are pinned. NOT_FOUND also for an unknown folder.
 */
export const placeConversation = endpoint({
  call: 'PUT /chat/conversations/:id/place',
  access: 'session',
  input: z
    .object({ id, ...place })
    .refine(...isSomewhere)
    .refine(...isOnePlace),
  output: z.object({ conversation })
})

const ids = (max: number) => z.array(z.number().int().positive()).min(1).max(max)

/**
 * The same for many at once: all of them change, or none does. NOT_FOUND for an unknown folder; conversations that the user does
 * not have are skipped. PINNED_FULL: with these, too many would be pinned.
 */
export const placeConversations = endpoint({
  call: 'PUT /chat/conversations',
  access: 'session',
  input: z
    .object({ ids: ids(chatsPlacedMax), ...place })
    .refine(...isSomewhere)
    .refine(...isOnePlace),
  /** Those that stand there now. */
  output: z.object({ ids: z.array(z.number()) })
})

/** With `if=empty` only a conversation in which nothing was said and no answer is being written; any other is refused as a conflict. */
export const deleteConversation = endpoint({
  call: 'DELETE /chat/conversations/:id',
  access: 'session',
  input: z.object({ id, if: z.literal('empty').optional() })
})

/** Deletes many: afterwards the user has none of them. One that the user does not have counts as deleted. After a failure those before it are deleted. */
export const deleteConversations = endpoint({
  call: 'POST /chat/conversations/deletions',
  access: 'session',
  input: z.object({ ids: ids(chatsDeletedMax) })
})

/** The messages of the path that is shown. */
export const listMessages = endpoint({
  call: 'GET /chat/conversations/:id/messages',
  access: 'session',
  input: z.object({
    id,
    limit: numberInText(z.number().int().min(1).max(500)).default(200),
    /** Only messages before this one on its path: pages go backwards from the newest. */
    before: id.optional()
  }),
  /** `settings` with the newest page. */
  output: z.object({ messages: z.array(message), hasMore: z.boolean(), settings: chatSettings.optional() })
})

export const addMessage = endpoint({
  call: 'POST /chat/conversations/:id/messages',
  access: 'session',
  input: z.object({
    id,
    content: z.string('Введите запрос').regex(/\S/, 'Введите запрос').max(100_000),
    /** When absent, the other side than the last message; the first message is the user's. */
    role: z.enum(['user', 'assistant']).optional(),
    model: z.string().max(100).optional()
  }),
  output: z.object({ message })
})

/** Shows the path through another version of a message, down to its newest end. */
export const showVersion = endpoint({
  call: 'PUT /chat/conversations/:id/shown',
  access: 'session',
  input: z.object({ id, messageId: z.number().int().positive() })
})

/** A new conversation with a copy of the messages up to this one. */
export const branchConversation = endpoint({
  call: 'POST /chat/conversations/:id/branches',
  access: 'session',
  input: z.object({ id, messageId: z.number().int().positive() }),
  output: z.object({ conversation })
})

/** The conversation of an operation's question. NOT_FOUND: it has none, or it is deleted. */
export const findAsked = endpoint({
  call: 'GET /chat/operations/:id',
  access: 'session',
  input: z.object({ id: z.string().min(1).max(200) }),
  output: z.object({ conversation_id: z.number().int() })
})
