// What a user decides about one chat.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { rowId as id } from './validation.ts'

const worksTokensMax = 1_000_000

export const chatSettings = z.object({
  /** Tokens for proposed works without a question; null: each is asked for. */
  works: z.object({ limitTokens: z.number().int(), spentTokens: z.number().int() }).nullable(),
  /** Whether the user's memory counts here, where it is on at all. */
  memory: z.boolean()
})
export type ChatSettings = z.infer<typeof chatSettings>

export const readChatSettings = endpoint({
  call: 'GET /chat/conversations/:id/settings',
  access: 'session',
  input: z.object({ id }),
  output: z.object({ settings: chatSettings })
})

/** What is left out stays. A new limit counts from now on. */
export const changeChatSettings = endpoint({
  call: 'PUT /chat/conversations/:id/settings',
  access: 'session',
  input: z
    .object({
      id,
      worksTokens: z
        .number({ error: 'Укажите число токенов' })
        .int('Укажите целое число токенов')
        .min(1, 'Укажите не меньше одного токена')
        .max(worksTokensMax, 'Это слишком много')
        .nullable()
        .optional(),
      memory: z.boolean().optional()
    })
    .refine(({ worksTokens, memory }) => worksTokens !== undefined || memory !== undefined, 'Укажите, что изменить'),
  output: z.object({ settings: chatSettings })
})
