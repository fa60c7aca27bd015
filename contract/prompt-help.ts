// The prompt helper: a rich description for a picture or a video out of a short idea.
import { z } from 'zod'
import { describedBy, ideaLengthMax } from './catalogue/prompt-help.ts'
import { findStudioEntry } from './catalogue/studio.ts'
import { billing } from './chats.ts'
import { endpoint } from './endpoint.ts'

const requiredText = 'Введите идею: хотя бы пару слов'

/**
 * Sent with the header `Idempotency-Key`: the same key gives the same description for a day, charged once. Costs an answer
 * of `promptHelpModel`; one that fails costs nothing.
 */
export const helpWithPrompt = endpoint({
  call: 'POST /ai/prompt',
  access: 'session',
  input: z.object({
    /** The service id of a page that makes pictures or videos. */
    service: z
      .string({ error: 'Такого сервиса нет' })
      .transform(findStudioEntry)
      .refine((entry) => entry !== undefined && describedBy(entry) !== null, 'Такого сервиса нет')
      .transform((entry) => entry?.id ?? ''),
    idea: z
      .string({ error: requiredText })
      .trim()
      .min(1, requiredText)
      .max(ideaLengthMax, `Идея длиннее ${ideaLengthMax} символов: сократите её`)
  }),
  output: z.object({
    prompt: z.string(),
    operationId: z.string(),
    billing,
    /** Available tokens afterwards. */
    balance: z.number().int()
  })
})
