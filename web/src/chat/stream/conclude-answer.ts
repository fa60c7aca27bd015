import type { QueryClient } from '@tanstack/react-query'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { answererFor, findModel } from '#contract/catalogue/models.ts'
import { ApiError } from '../../base/session/client.ts'
import { messagesOf, messagesQuery, refreshConversation } from '../conversations/conversations.ts'
import { nextTask } from '../../base/page/next-task.ts'
import { modelsNow } from '../../base/session/models.ts'
import { refreshPrices } from '../../base/session/prices.ts'
import { projectsKey } from '../../base/http/query-keys.ts'
import { setBalance } from '../../base/session/session-store.ts'
import { notify } from '../../base/ui/notify.ts'
import { failureText, receivedText, refusalText, stoppedText } from './answer-texts.ts'
import type { DraftBox } from '../draft/draft-box.ts'
import { keptWords } from '../../base/form/kept-words.ts'
import type { Verdict } from './follow-answer.ts'
import type { LiveAnswer } from './live-answer.ts'
import { noteSaved, obstacleIn, removeLiveAnswer } from './chat-store.ts'

interface AnswerContext {
  page: ChatPage
  box: DraftBox
  queries: QueryClient
  /** Its conversation is deleted, because the first question was refused. */
  isGone: boolean
}

/** Updates the balance, the draft and the lists after an answer's end, and shows its toast. */
export function concludeAnswer(answer: LiveAnswer, verdict: Verdict, { page, box, queries, isGone }: AnswerContext) {
  const { conversationId, prompt, model, files, isGiven, changes } = answer.turn
  switch (verdict.type) {
    case 'ended': {
      const { end } = answer.view().state
      if (end) setBalance(end.settlement.balanceTokens)
      if (end?.type === 'error' && !isGiven) box.restore(prompt, files)
      break
    }
    case 'refused':
      removeLiveAnswer(answer)
      // The server has used this id for something else, so another attempt needs a new one.
      if (verdict.error instanceof ApiError && verdict.error.code === 'PRICE_CHANGED') {
        refreshPrices()
        void queries.invalidateQueries({ queryKey: projectsKey })
      }
      if (isUsedUp(verdict.error)) box.renew(answer.turn.operationId)
      // The editor of a changed question has its words, unless storage is blocked.
      if (!isGiven && (changes === undefined || keptWords(`question:${conversationId}:${changes}`) === null))
        box.restore(prompt, files, true)
      if (isToasted(verdict.error)) notify.error(refusalText(verdict.error))
      break
    case 'lost':
      if (!isInSight(answer)) notify.error('Нет связи с сервером. Ответ дописывается без вас и сохранится в чате')
      break
    case 'gone':
      break
    default:
      verdict satisfies never
  }
  if (isGone) return
  void nextTask()
    .then(() => refreshConversation(queries, conversationId))
    .then(() => {
      if (isLoaded(queries, answer)) noteSaved(answer)
    })
    .finally(() => void tellUnseen(answer, priceOf(page, model)))
}

/** Whether the messages that this page has loaded include the answer. */
function isLoaded(queries: QueryClient, { turn: { conversationId, operationId } }: LiveAnswer): boolean {
  const messages = messagesOf(queries.getQueryData(messagesQuery(conversationId).queryKey))
  return messages.some((message) => message.role === 'assistant' && message.operation_id === operationId)
}

/** As it is shown now; 0 for a model that is not known. */
function priceOf({ service }: ChatPage, id: string): number {
  const models = modelsNow()
  return (findModel(models, service, id) && answererFor(models, service, id)?.priceTokens) ?? 0
}

/** What a note explains is told by the note alone; the spec wants a toast for a lack of tokens. */
function isToasted(error: unknown): boolean {
  const code = obstacleIn(error)
  return code === null || code === 'INSUFFICIENT_TOKENS'
}

const isUsedUp = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'IDEMPOTENCY_MISMATCH' || error.code === 'ANSWER_EXPIRED')

/** In pixels; the buttons that come under an ended answer are scrolled into the window a moment later. */
const composerHeight = 200

/** An answer that comes at once may end before it is drawn, as the first of a chat. */
const drawnAfterTasks = 20

const elementOf = ({ turn: { operationId } }: LiveAnswer): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-answer]')].find(({ dataset }) => dataset.answer === operationId)

/** Whether the user sees that an answer has ended: the tab is shown, and in it the end of the answer, give or take the composer. */
function isInSight(answer: LiveAnswer): boolean {
  const place = elementOf(answer)?.getBoundingClientRect()
  if (!place || document.visibilityState === 'hidden') return false
  const { bottom, left, right } = place
  return bottom >= 0 && bottom < window.innerHeight + composerHeight && left < window.innerWidth && right >= 0
}

/** The toast about an answer that has come or failed; not where the user sees it, with what it cost or why below it. */
async function tellUnseen(answer: LiveAnswer, priceTokens: number) {
  const { end } = answer.view().state
  if (!end) return
  for (let task = 0; task < drawnAfterTasks && !elementOf(answer); task += 1) await nextTask()
  // The specification wants the seconds of a pause in a toast.
  const isPause = end.type === 'error' && end.failure.retryAfter !== undefined
  if (isInSight(answer) && !isPause) return
  if (end.type === 'error') notify.error(failureText(end.failure))
  else if (end.outcome === 'stopped') notify.info(stoppedText(end.settlement))
  else notify.success(receivedText(end.billing, priceTokens))
}
