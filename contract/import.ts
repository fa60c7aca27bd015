import { z } from 'zod'
import { answerSource } from './answer-sources.ts'
import { sourcesMax } from './chat-limits.ts'
import { conversation } from './chats.ts'
import { endpoint } from './endpoint.ts'

/** Of one imported conversation. A longer one comes as several. */
export const importedMessagesMax = 500
export const importedTextMax = 100_000

const time = z.number().int().min(0).max(8_640_000_000_000_000)

/**
 * Adds a conversation from another service, with its dates. Nothing is charged. `created` is false when it was imported
 * before, also when it has been renamed or continued since.
 */
export const importConversation = endpoint({
  call: 'POST /chat/import',
  access: 'session',
  input: z.object({
    /** The id of the conversation at its source, so that it is added only once. */
    source: z.string().min(1).max(200),
    title: z.string().trim().max(200),
    /** The source's name of the model; an unknown one becomes the default model. */
    model: z.string().max(100).optional(),
    messages: z
      .array(
        z.object({
          role: z.enum(['user', 'assistant']),
          content: z.string().min(1).max(importedTextMax),
          created_at: time,
          /** The pages that an answer names. */
          sources: z.array(answerSource).max(sourcesMax).optional()
        })
      )
      .min(1, 'В чате нет сообщений')
      .max(importedMessagesMax, 'Слишком длинный чат')
  }),
  output: z.object({ conversation, created: z.boolean() })
})
