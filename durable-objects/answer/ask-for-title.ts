// After the first answer of a chat was saved: sends a message for a title (queues/titles.ts).
import { chatServiceId } from '#contract/catalogue/chat.ts'
import { mayTitle, type TitleMessage } from '#domain/chat-title.ts'
import type { Environment } from '#domain/environment.ts'
import { titleUpstreams } from '#domain/upstreams/title-upstreams.ts'
import { nameOf, report } from '#notices/report.ts'
import type { AnswerRow } from './store.ts'

interface Around {
  env: Pick<Env, 'TITLES'>
  userId: string
  environment: Pick<Environment, 'CHAT_TITLES'>
}

/** May be repeated: the message changes nothing the second time. Never throws: without it the title stays as it is. */
export async function askForTitle(around: Around, { request, ending }: AnswerRow, text: string): Promise<void> {
  const { env, userId, environment } = around
  const { conversationId, operationId, place, service, upstream } = request
  if (environment.CHAT_TITLES === 'off' || conversationId === null || !ending) return
  if (!mayTitle(ending.outcome, place, text)) return
  // Where another maker stands in for this service's, nobody else is to receive the text.
  if (titleUpstreams[chatServiceId.parse(service)].provider !== upstream.provider) return
  try {
    await env.TITLES.send({ userId, conversationId, operationId } satisfies TitleMessage)
  } catch (error) {
    report(userId, { event: 'title-failed', error: nameOf(error) })
  }
}
