// Texts and works of a user, for an owner who gives a reason. The reading is recorded before the data are sent; it changes nothing.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/people/reading.ts'
import { openHistory } from '#data/base/database.ts'
import { findConversation, pageOfConversations } from '#data/history/chats.ts'
import { jobView, promptOf } from '#data/history/job-view.ts'
import { findJob } from '#data/history/jobs.ts'
import { messagesAfter } from '#data/history/personal-data.ts'
import type { HonoEnv } from '../../http/context.ts'
import { AppError, expectFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { recordReading } from '../access/record.ts'
import { expectAccount } from './expect-person.ts'

const conversationsShown = 50

interface Titled {
  id: number
  title: string
  service: string
  model: string
  updated_at: number
}

const conversationView = ({ id, title, service, model, updated_at }: Titled) => ({
  id,
  title,
  service,
  model,
  updated_at
})

function mountConversations(app: Hono<HonoEnv>) {
  serve(app, contract.readPersonConversations, async ({ id, offset, reason }, c) => {
    await expectAccount(c, id)
    await recordReading(c, { action: 'texts-read', userId: id, reason, facts: { offset } })
    const page = { limit: conversationsShown, offset, sort: 'updated_at_desc' as const, section: 'all' as const }
    const { items, total } = await pageOfConversations(openHistory(c.env, id), id, page)
    return { conversations: items.map(conversationView), total }
  })

  serve(app, contract.readPersonConversation, async ({ id, conversation_id: conversationId, after, reason }, c) => {
    await expectAccount(c, id)
    const history = openHistory(c.env, id)
    const conversation = expectFound(await findConversation(history, id, conversationId))
    const facts = { conversation: conversationId, after }
    await recordReading(c, { action: 'chat-read', userId: id, reason, facts })
    const messages = await messagesAfter(history, conversationId, after)
    return {
      conversation: conversationView(conversation),
      messages: messages.map(({ id: messageId, role, content, model, createdAt }) => ({
        id: messageId,
        role,
        content,
        model,
        created_at: createdAt
      })),
      next: messages.at(-1)?.id ?? null
    }
  })
}

export function mountReading(app: Hono<HonoEnv>) {
  mountConversations(app)

  serve(app, contract.readPersonJobs, async ({ id, job_id: jobId, reason }, c) => {
    await expectAccount(c, id)
    const row = await findJob(openHistory(c.env, id), jobId)
    if (!row || row.userId !== id || row.deletedAt !== null) throw new AppError('NOT_FOUND')
    await recordReading(c, { action: 'work-read', userId: id, reason, facts: { job: jobId } })
    const { service, model, state, parameters, files, createdAt } = jobView(row, c.var.environment, Date.now())
    return {
      work: {
        id: jobId,
        service,
        model,
        state,
        prompt: promptOf(row),
        parameters,
        files: files.map(({ url, type }) => ({ url, type })),
        created_at: createdAt
      }
    }
  })
}
