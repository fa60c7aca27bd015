// The seeding entry with one more call, which gives a user a past. The journal is written by the product's own methods,
// and copied to D1 by its own copy, so every line is as the product would have written it.
import { openHistory } from '#data/base/database.ts'
import { copyLedger } from '#data/history/ledger.ts'
import { User as ProductUser } from '#durable-objects/user/user.ts'
import { markCopied, uncopiedLedger } from '#durable-objects/wallet/copy.ts'
import { growPath } from '../paths.ts'
import type { Past } from '../past.ts'
import seeded from './seeded.ts'

export * from './seeded.ts'

const priceTokens = 5
const chargedTokens = 1
/** Operations between two pauses, in which the object commits and its alarm may run. */
const operationsPerCommit = 500

/** The user's object, which also lives through many operations at once. */
export class User extends ProductUser {
  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname !== growPath) return super.fetch(request)
    const { operations } = await request.json<Past>()
    for (let done = 0; done < operations; done += operationsPerCommit) {
      await this.#operate(Math.min(operationsPerCommit, operations - done))
      await scheduler.wait(0)
    }
    const lines = await this.#copy()
    let audit = await this.audit()
    while (audit.state === 'unfinished') audit = await this.audit()
    return Response.json({ lines, audit: audit.state })
  }

  async #operate(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const id = crypto.randomUUID()
      const operation = { service: 'chatgpt', model: 'gpt-4o-mini', action: { kind: 'answer' } } as const
      const lifetimeMs = 60_000
      await this.reserve({ id, fingerprint: id, priceTokens, owner: 'answer', operation, lifetimeMs, runningMax: 10 })
      await this.settle({ id, chargedTokens, outcome: 'complete', upstreamModel: 'gpt-6-luna', attempts: 1 })
    }
  }

  /** Copies all lines to D1. @returns how many there are */
  async #copy(): Promise<number> {
    const { sql } = this.ctx.storage
    const userId = this.ctx.id.name ?? ''
    for (;;) {
      const copy = uncopiedLedger(sql, userId)
      if (copy.entries.length === 0)
        return sql.exec<{ lines: number }>('select max(seq) as lines from journal').one().lines
      await copyLedger(openHistory(this.env, userId), copy.entries, copy.ended)
      markCopied(sql, copy)
    }
  }
}

const numbers = 'with recursive numbers (n) as (values (1) union all select n + 1 from numbers where n < ?2)'
const minuteMs = 60_000

const addConversations = `
  insert into conversations (user_id, title, service, model, created_at, updated_at)
  ${numbers}
  select ?1, 'Чат ' || n, 'chatgpt', 'gpt-4o-mini', ?3 - n * ${minuteMs}, ?3 - n * ${minuteMs} from numbers`

const addMessages = `
  insert into messages (conversation_id, role, content, model, operation_id, outcome, charged_tokens, created_at)
  ${numbers}
  select ?1, iif(n % 2, 'user', 'assistant'), ?4, 'gpt-4o-mini', 'past-' || ((n + 1) / 2),
    iif(n % 2, null, 'complete'), iif(n % 2, null, 1), ?3 - (?2 - n) * ${minuteMs} from numbers`

/** As long as most messages of a chat are. */
const messageText = 'Сообщение обычной длины, как их пишут в чате. '.repeat(8)

/** The user's newest conversation gets the messages. @returns its id */
async function addChats(env: Env, { userId, conversations, messages }: Past): Promise<number> {
  const now = Date.now()
  const { $client: history } = openHistory(env, userId)
  await history.prepare(addConversations).bind(userId, conversations, now).run()
  const newest = 'select id from conversations where user_id = ? order by updated_at desc limit 1'
  const conversationId = await history.prepare(newest).bind(userId).first<number>('id')
  if (conversationId === null) throw new Error('No conversation was added')
  await history.prepare(addMessages).bind(conversationId, messages, now, messageText).run()
  return conversationId
}

async function grow(request: Request, env: Env): Promise<Response> {
  const past = await request.clone().json<Past>()
  const conversationId = await addChats(env, past)
  const grown = await env.USER.getByName(past.userId).fetch(request)
  return Response.json({ ...(await grown.json<object>()), conversationId })
}

export default {
  ...seeded,
  fetch: (request, env, context) =>
    new URL(request.url).pathname === growPath ? grow(request, env) : seeded.fetch(request, env, context)
} satisfies ExportedHandler<Env>
