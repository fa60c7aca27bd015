import type { Hono } from 'hono'
import { defaultChatModels } from '#contract/catalogue/chat-models.ts'
import { importConversation } from '#contract/import.ts'
import { answererFor } from '#contract/catalogue/models.ts'
import { addImported, findImported } from '#data/history/imports.ts'
import { conversationBytes, messageBytes } from '#domain/stored-bytes.ts'
import { historyOf, type HonoEnv } from '../http/context.ts'
import { limitChatChanges, limitChatWrites } from '../http/limit.ts'
import { inForce } from '../http/in-force.ts'
import { serve } from '../http/serve.ts'

/** Every imported conversation was held with ChatGPT. */
const service = 'chatgpt'

export function mountImport(app: Hono<HonoEnv>) {
  serve(app, importConversation, async ({ source: importId, title: given, model: named, messages: sent }, c) => {
    const { userId } = c.var.caller
    const history = historyOf(c)
    const known = await findImported(history, userId, importId)
    if (known) {
      await limitChatChanges(c)
      return { conversation: known, created: false }
    }
    const model = answererFor((await inForce(c)).models, service, named)?.id ?? defaultChatModels['/chatgpt']
    const now = Date.now()
    const messages = sent.map(({ role, content, created_at: at, sources }) => ({
      role,
      content,
      // The next answer must be by a model of ours, so imported questions name none; imported answers keep the name of their model.
      model: role === 'assistant' ? (named ?? model) : model,
      at: Math.min(at, now),
      sources: sources ? JSON.stringify(sources) : null
    }))
    const title = given || 'Чат из ChatGPT'
    await limitChatWrites(
      c,
      messages.reduce((sum, one) => sum + messageBytes(one.content, one.model, one.sources), conversationBytes(title))
    )
    return addImported(history, { userId, importId, title, service, model, messages })
  })
}
