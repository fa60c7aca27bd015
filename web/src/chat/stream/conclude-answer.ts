import type { QueryClient } from '@tanstack/react-query'
import { findChatModel } from '#contract/catalogue/chat-models.ts'
import { pricedModel } from '#contract/catalogue/prices.ts'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { AnswerEnd } from '#contract/answers.ts'
import { ApiError } from '../../base/session/client.ts'
import { messagesOf, messagesQuery, refreshConversation } from '../conversations/conversations.ts'
import { nextTask } from '../../base/page/next-task.ts'
import { refreshPrices, shownPrices } from '../../base/session/prices.ts'
import { setBalance } from '../../base/session/session-store.ts'
import { notify } from '../../base/ui/notify.ts'
import { failureText, receivedText, refusalText, stoppedText } from './answer-texts.ts'
import type { DraftBox } from '../draft/draft-box.ts'
import type { Verdict } from './follow-answer.ts'
import type { LiveAnswer } from './live-answer.ts'
import { isStorageObstacle, noteSaved, obstacleIn, removeLiveAnswer } from './chat-store.ts'

interface AnswerContext {
  page: ChatPage
  box: DraftBox
  queries: QueryClient
}

/** Updates the balance, the draft and the lists after an answer's end, and shows its toast. */
export function concludeAnswer(answer: LiveAnswer, verdict: Verdict, { page, box, queries }: AnswerContext) {
  const { conversationId, prompt, model, files, isGiven } = answer.turn
  switch (verdict.type) {
    case 'ended': {
      const { end } = answer.view().state
      if (end) void concludeEnd(end, priceOf(page, model))
      if (end?.type === 'error' && !isGiven) box.restore(prompt, files)
      break
    }
    case 'refused':
      removeLiveAnswer(answer)
      // The server has used this id for something else, so another attempt needs a new one.
      if (verdict.error instanceof ApiError && verdict.error.code === 'PRICE_CHANGED') refreshPrices()
      if (isUsedUp(verdict.error)) box.renew(answer.turn.operationId)
      if (!isGiven) box.restore(prompt, files)
      // A lack of room is told by the note alone; the spec wants a toast for a lack of tokens.
      if (!isStorageObstacle(obstacleIn(verdict.error))) notify.error(refusalText(verdict.error))
      break
    case 'lost':
      notify.error('Нет связи с сервером. Ответ дописывается без вас и сохранится в чате')
      break
    case 'gone':
      break
    default:
      verdict satisfies never
  }
  void nextTask()
    .then(() => refreshConversation(queries, page.service, conversationId))
    .then(() => {
      if (isLoaded(queries, answer)) noteSaved(answer)
    })
}

/** Whether the messages that this page has loaded include the answer. */
function isLoaded(queries: QueryClient, { turn: { conversationId, operationId } }: LiveAnswer): boolean {
  const messages = messagesOf(queries.getQueryData(messagesQuery(conversationId).queryKey))
  return messages.some((message) => message.role === 'assistant' && message.operation_id === operationId)
}

/** As it is shown now; 0 for a model that is no longer offered. */
function priceOf({ service }: ChatPage, id: string): number {
  const model = findChatModel(service, id)
  return model ? pricedModel(model, shownPrices()).priceTokens : 0
}

const isUsedUp = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'IDEMPOTENCY_MISMATCH' || error.code === 'ANSWER_EXPIRED')

async function concludeEnd(end: AnswerEnd, priceTokens: number) {
  setBalance(end.settlement.balanceTokens)
  await nextTask()
  if (end.type === 'error') return notify.error(failureText(end.failure))
  if (end.outcome === 'stopped') return notify.info(stoppedText(end.settlement))
  notify.success(receivedText(end.billing, priceTokens))
}
