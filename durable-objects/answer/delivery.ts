// The last steps of an answer, in this order: the conversation in D1, the money, the end event. Each may be repeated
// after a crash and does nothing the second time.
import type { AnswerEnd, Settlement } from '#contract/answers.ts'
import { openDatabase } from '#data/database.ts'
import { type Question, saveAnswer } from '#data/turns.ts'
import { endEventOf } from '#domain/answer.ts'
import type { AnswerRequest, AnswerRow } from './store.ts'
import { publish } from '../publish.ts'
import { walletOf } from '../stubs.ts'

/** The user's side of the turn; null when the answer belongs to no conversation. */
export function questionOf({ request, startedAt }: AnswerRow): Question | null {
  const { userId, conversationId, operationId, prompt, model } = request
  return conversationId === null ? null : { userId, conversationId, operationId, prompt, model, askedAt: startedAt }
}

/** Ends the reservation; a charge of 0 returns all of it. */
async function settle(env: Env, row: AnswerRow): Promise<Settlement> {
  const { userId, operationId: id, priceTokens } = row.request
  const wallet = walletOf(env, userId)
  const ended = await wallet.settle({
    id,
    chargedTokens: row.chargedTokens,
    outcome: row.ending?.outcome ?? 'interrupted',
    upstreamModel: row.upstreamModel,
    attempts: row.attempts
  })
  if (ended.state !== 'missing') return ended
  // The object restarted before it could reserve, so there is nothing to return.
  const { availableTokens } = await wallet.view()
  return { priceTokens, chargedTokens: 0, returnedTokens: 0, balanceTokens: availableTokens }
}

/** @throws whatever D1 or the wallet throws; the caller tries again later. */
export async function deliverAnswer(env: Env, row: AnswerRow, text: string): Promise<AnswerEnd> {
  if (!row.ending) throw new Error('An undecided answer cannot be delivered')
  const question = questionOf(row)
  if (question)
    await saveAnswer(openDatabase(env.DB), {
      ...question,
      text,
      outcome: row.ending.outcome,
      chargedTokens: row.request.isOnPlan ? 0 : row.chargedTokens,
      usdMicros: row.usdMicros,
      upstreamModel: row.upstreamModel,
      answeredAt: row.endedAt ?? row.startedAt
    })
  const { priceTokens, chargedTokens, returnedTokens, balanceTokens } = await settle(env, row)
  return endEventOf(
    row.ending,
    { priceTokens, chargedTokens, returnedTokens, balanceTokens },
    { model: row.upstreamModel, usdMicros: row.usdMicros }
  )
}

/** Tells the user's other open pages that the conversation changed; readers of the answer see it in their stream. */
export const announceAnswer = (
  env: Env,
  { userId, operationId, conversationId }: AnswerRequest,
  state: 'running' | 'finished'
): Promise<void> => publish(env, userId, { type: 'answer', operationId, conversationId, state })
