// Calls with a key of the API that answer at once: models, balances and chats, under `/v1`.
import type { Hono } from 'hono'
import { createApi } from '../api/app.ts'
import { mountBalance } from '../api/balance.ts'
import { mountChatCompletions } from '../api/chat/completions.ts'
import { mountMessages } from '../api/messages/messages.ts'
import { mountModels } from '../api/models.ts'
import { mountResponses } from '../api/responses/responses.ts'
import type { HonoEnv } from '../http/context.ts'

export const createApp = (): Hono<HonoEnv> =>
  createApi((app) => {
    mountModels(app)
    mountBalance(app)
    mountChatCompletions(app)
    mountResponses(app)
    mountMessages(app)
  })
