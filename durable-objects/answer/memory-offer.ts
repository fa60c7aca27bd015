// After an answer where the user's memory counts: asks for a line to remember, if the question may tell of the user
// (queues/memory-offers.ts).
import { tellsOfUser } from '#domain/tells-of-user.ts'
import { nameOf, report } from '#notices/report.ts'
import type { TitleMessage } from '#domain/chat-title.ts'
import { type AfterSaving, hasWordsFor } from './saving.ts'
import type { AnswerRow } from './store.ts'

/** May be repeated. Never throws: a failure offers nothing. */
export async function askForMemory(
  { env, userId, environment }: AfterSaving,
  { request, ending, supplier }: Pick<AnswerRow, 'request' | 'ending' | 'supplier'>
): Promise<void> {
  const { conversationId, operationId, prompt, service } = request
  if (conversationId === null || !tellsOfUser(prompt)) return
  if (ending?.outcome !== 'complete' && ending?.outcome !== 'truncated') return
  if (!hasWordsFor(environment, service, supplier)) return
  try {
    await env.TITLES.send({ wants: 'memory', userId, conversationId, operationId } satisfies TitleMessage)
  } catch (error) {
    report(userId, { event: 'memory-failed', error: nameOf(error) })
  }
}
