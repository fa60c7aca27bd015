// After the first answer of a chat was saved: sends a message for a title (queues/titles.ts), within the user's daily limit.
import { mayTitle, type TitleMessage } from '#domain/chat-title.ts'
import type { Environment } from '#domain/environment.ts'
import { nameOf, report } from '#notices/report.ts'
import type { Buckets } from '../limiter/buckets.ts'
import type { AnswerRow } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000

interface Around {
  env: Pick<Env, 'TITLES'>
  userId: string
  buckets: Buckets
  environment: Pick<Environment, 'CHAT_TITLES' | 'LIMIT_TITLES_PER_DAY'>
}

/** May be repeated: the message changes nothing the second time. Never throws: without it the title stays as it is. */
export async function askForTitle(around: Around, { request, ending }: AnswerRow, text: string): Promise<void> {
  const { env, userId, buckets, environment } = around
  const { conversationId, operationId, place } = request
  if (environment.CHAT_TITLES === 'off' || conversationId === null || !ending) return
  if (!mayTitle(ending.outcome, place, text)) return
  const limit = environment.LIMIT_TITLES_PER_DAY
  try {
    if (!buckets.take([{ key: 'titles', limit, windowMs: dayMs }], operationId).allowed) return
    await env.TITLES.send({ userId, conversationId, operationId } satisfies TitleMessage)
  } catch (error) {
    report(userId, { event: 'title-failed', error: nameOf(error) })
  }
}
