// How an answer's turn gets into D1, and what follows from it.
import { chatServiceId } from '#contract/catalogue/chat.ts'
import type { History } from '#data/base/database.ts'
import { ledgerStatements } from '#data/history/ledger.ts'
import { attemptStatements } from '#data/history/route-attempts.ts'
import { type AnsweredTurn, turnStatements } from '#data/history/turns.ts'
import { isUnavailable } from '#domain/answer.ts'
import { mayTitle, type TitleMessage } from '#domain/chat-title.ts'
import { type ChatKeys, chatSupplyOf } from '#domain/models/connected.ts'
import type { Environment } from '#domain/environment.ts'
import { isOwnSupplier, titleTasksOf } from '#domain/models/own-tasks.ts'
import { nameOf, report } from '#notices/report.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { AnswerContent } from './chunk.ts'
import type { AnswerRow } from './store.ts'
import { attemptsOf } from './uncounted-attempts.ts'

/** The turn as D1 keeps it; null when the answer belongs to no conversation. */
function turnOf(userId: string, { request, ...row }: AnswerRow, content: AnswerContent): AnsweredTurn | null {
  const { conversationId, operationId, prompt, model, place, files = [] } = request
  if (conversationId === null || !place || !row.ending || !row.end) return null
  return {
    userId,
    conversationId,
    operationId,
    prompt,
    model,
    place,
    attachmentIds: files.map(({ id }) => id),
    askedAt: row.startedAt,
    ...content,
    outcome: row.ending.outcome,
    unavailable: isUnavailable(row.ending),
    chargedTokens: row.isOnPlan ? 0 : row.end.settlement.chargedTokens,
    usdMicros: row.usdMicros,
    upstreamModel: row.upstreamModel,
    supplier: row.supplier,
    answeredAt: row.endedAt ?? row.startedAt
  }
}

export interface Saving {
  history: History
  userId: string
  wallet: Wallet
}

export interface Saved {
  /** Of the answer's message; undefined: it was saved before, or belongs to no conversation. */
  id: number | undefined
  /** Whether its calls of routes were saved with it. */
  isCounted: boolean
}

/**
 * An answer without a conversation needs nothing here: the alarm copies its lines and its calls, those of several answers at a time. A
 * repeated attempt leaves them to the alarm, so that neither of the two can hold up the other for ever.
 * @throws what D1 threw; the caller tries again later
 */
export async function saveTurn(
  { history, userId, wallet }: Saving,
  row: AnswerRow,
  { content, isRepeated }: { content: AnswerContent; isRepeated: boolean }
): Promise<Saved> {
  const turn = turnOf(userId, row, content)
  if (!turn) {
    wallet.copySoon()
    return { id: undefined, isCounted: false }
  }
  const statements = turnStatements(history, turn)
  if (isRepeated) return { id: savedId(await history.$client.batch(statements), statements), isCounted: false }
  const copy = wallet.uncopied()
  const results = await history.$client.batch([
    ...statements,
    ...ledgerStatements(history, copy.entries, copy.ended),
    ...attemptStatements(history, attemptsOf(row))
  ])
  wallet.markCopied(copy)
  return { id: savedId(results, statements), isCounted: true }
}

/** The answer is the last message of its turn. */
function savedId(results: readonly D1Result[], { length }: readonly D1PreparedStatement[]): number | undefined {
  const rows = results.slice(0, length).flatMap((result) => result.results as { id: number }[])
  return rows.at(-1)?.id
}

export interface AfterSaving {
  env: Pick<Env, 'TITLES'>
  userId: string
  environment: Pick<Environment, 'CHAT_TITLES'> & ChatKeys
}

/**
 * When another company has answered, no third company may receive the text.
 * What of its models a supplier of the console may be asked for is known to the queue.
 */
export const hasWordsFor = (environment: ChatKeys, service: string, supplier: string | null): boolean =>
  isOwnSupplier(supplier) || titleTasksOf(chatServiceId.parse(service), supplier, chatSupplyOf(environment)).length > 0

/** After a chat's first answer: asks for a title (queues/titles.ts). May be repeated. Never throws: a failure keeps the old title. */
export async function askForTitle(
  around: AfterSaving,
  { request, ending, supplier }: AnswerRow,
  text: string
): Promise<void> {
  const { env, userId, environment } = around
  const { conversationId, operationId, place, service } = request
  if (environment.CHAT_TITLES === 'off' || conversationId === null || !ending) return
  if (!mayTitle(ending.outcome, place, text)) return
  if (!hasWordsFor(environment, service, supplier)) return
  try {
    await env.TITLES.send({ userId, conversationId, operationId } satisfies TitleMessage)
  } catch (error) {
    report(userId, { event: 'title-failed', error: nameOf(error) })
  }
}
