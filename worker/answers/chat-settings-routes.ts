import type { Hono } from 'hono'
import * as contract from '#contract/chat-settings.ts'
import { chatSettingsOf } from '#data/history/chat-settings.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { historyOf, type HonoEnv } from '../http/context.ts'
import { expectFound } from '../http/errors.ts'
import { limitChatChanges } from '../http/limit.ts'
import { serve } from '../http/serve.ts'

export function mountChatSettings(app: Hono<HonoEnv>) {
  serve(app, contract.readChatSettings, async ({ id }, c) => ({
    settings: expectFound(await chatSettingsOf(historyOf(c), c.var.caller.userId, id))
  }))

  serve(app, contract.changeChatSettings, async ({ id, ...change }, c) => {
    await limitChatChanges(c)
    return { settings: expectFound(await userOf(c.env, c.var.caller.userId).changeChatSettings(id, change)) }
  })
}
