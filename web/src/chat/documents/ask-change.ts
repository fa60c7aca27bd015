// Changes of a document by request: the version is added first, then the chat is asked the question whose answer it will be. Both have
// the same operation id, so that an attempt that is repeated charges once.
import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { answerPrice, noExtras } from '#contract/catalogue/answer-extras.ts'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { canPay } from '#contract/catalogue/plans.ts'
import { changeFits, changePrompt, type DocumentChange, leavesRoom, noRoomText } from '#contract/document-request.ts'
import { giveUpChange, requestChange } from '#contract/documents.ts'
import { textOf } from '#contract/errors.ts'
import { ApiError } from '../../base/http/api-error.ts'
import { shortOfTokensText } from '../../base/http/paid-error-text.ts'
import { call } from '../../base/session/client.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { askBeside } from '../stream/asking.ts'
import { shownPriceOf } from '../stream/follow-answer.ts'
import { isRunning } from '../stream/answer-state.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'
import { documentQuery, learnDocument } from './document-calls.ts'
import type { DocumentChat } from './document-chat.ts'
import type { DocumentBox, SentChange } from './document-draft.ts'
import type { Passage } from './passage.ts'
import { type DocumentState, refusalOf } from './use-document.ts'

interface Asking {
  chat: DocumentChat
  page: ChatPage
  state: DocumentState
  box: DocumentBox
  /** Null: the whole document is changed. */
  passage: Passage | null
}

/** @returns what the field of the request shows and does */
export function useChange({ chat, page, state, box, passage }: Asking) {
  const queries = useQueryClient()
  const { model, asker } = chat
  const { draft, opened } = state
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { id, title, kind } = opened.document
  const { giveUp, givenUp, refuse } = useGivingUp(id, box)
  useRefused(chat, box, (operationId) => {
    setRefusal('Чат не принял просьбу. Токены не списаны')
    void giveUp(operationId)
  })

  // The chat's project goes with this question, too.
  const { projectTokens = 0 } = asker
  const priceTokens = answerPrice(model, noExtras) + projectTokens
  const request = draft.request.trim()
  const text = state.text ?? ''
  const { start, end } = passage ?? { start: 0, end: text.length }
  const change = { title, kind, text, start, end, request }
  const hindrance = hindranceOf(chat, state, priceTokens) ?? lengthHindrance(change, passage)

  async function send() {
    if (isSending || state.writing || request === '' || hindrance !== null) return
    setSending(true)
    setRefusal(null)
    try {
      // Else it could end the wait for this question.
      await givenUp()
      // Own changes are saved first: what is asked for is made of them.
      const current = state.edit ? await state.save() : opened
      if (!current) return
      const sent = again(draft.sent, { request, model: model.id, base: current.shown, start, end })
      const { operationId } = sent
      box.put({ sent })
      chat.dismissObstacle()
      const known = await call(requestChange, { id, base: current.shown, operationId, request, start, end })
      learnDocument(queries, known)
      const ended = known.versions.find((one) => one.operationId === operationId && one.state !== 'writing')
      // An attempt whose reply was lost. Of one that has failed, the next is another question; of others the document tells.
      if (ended?.state === 'failed') box.put({ sent: null })
      if (ended)
        return setRefusal(ended.state === 'failed' ? 'Прошлая попытка не удалась. Отправьте просьбу ещё раз' : null)
      const question = questionOf({ ...change, text: current.text }, page, model.id)
      if (!askBeside(asker, { ...question, projectTokens }, { id: operationId })) refuse(sent)
    } catch (error) {
      setRefusal(refusalOf(error, draft, 'Не удалось отправить просьбу'))
      // Where the document waits for the request before this one, that one is given up once more.
      const waits = error instanceof ApiError && error.code === 'CONFLICT' && draft.sent?.isRefused ? draft.sent : null
      const sent = waits ?? box.draft().sent
      if (sent) refuse(sent)
    } finally {
      setSending(false)
    }
  }

  return {
    request: draft.request,
    type: (typed: string) => box.type({ request: typed }),
    priceTokens,
    hindrance,
    /** What the chat says of it, where it says something. */
    refusal: refusal && (chat.obstacle?.text ?? refusal),
    isSending,
    send: () => void send()
  }
}

/** An answer that proposes works instead of a text would change nothing. */
const questionOf = (change: DocumentChange, page: ChatPage, model: string) => {
  const shown = shownPriceOf({ service: page.service, model })
  return { prompt: changePrompt(change), model, isGiven: true, extras: noExtras, proposes: false, shown } as const
}

/** Ends the wait for questions that were refused, so that the document can be changed at once. Otherwise it waits a minute. */
function useGivingUp(id: number, box: DocumentBox) {
  const queries = useQueryClient()
  const last = useRef<Promise<void> | null>(null)
  async function giveUp(operationId: string) {
    try {
      learnDocument(queries, await call(giveUpChange, { id, operationId }))
    } catch {
      void queries.invalidateQueries({ queryKey: documentQuery(id).queryKey, exact: true })
    }
  }
  const begin = (operationId: string) => (last.current = giveUp(operationId))
  const refuse = (sent: SentChange) => {
    box.put({ sent: { ...sent, isRefused: true } })
    void begin(sent.operationId)
  }
  return { giveUp: begin, givenUp: () => last.current, refuse }
}

/** The same request that was refused keeps its id and the version that was added for it. */
function again(before: SentChange | null, wanted: Omit<SentChange, 'operationId' | 'isRefused'>): SentChange {
  const isSame =
    before !== null &&
    before.request === wanted.request &&
    before.model === wanted.model &&
    before.base === wanted.base &&
    before.start === wanted.start &&
    before.end === wanted.end
  return isSame ? { ...before, isRefused: false } : { ...wanted, operationId: newOperationId(), isRefused: false }
}

const tooLongText = (passage: Passage | null): string =>
  passage
    ? 'Фрагмент слишком длинный для одной просьбы. Выделите меньше'
    : 'Документ слишком длинный, чтобы изменить его целиком. Выделите фрагмент'

function lengthHindrance(change: DocumentChange, passage: Passage | null): string | null {
  if (!changeFits(change)) return tooLongText(passage)
  return leavesRoom(change.text.length, change) ? null : noRoomText
}

/** Why nothing can be asked for now, in words; null: it can. */
function hindranceOf(chat: DocumentChat, state: DocumentState, priceTokens: number): string | null {
  const { user } = chat.session
  if (state.writing) return null
  if (!state.isCurrent) return 'Изменить по просьбе можно последнюю версию'
  if (state.isOutdated) return 'Сначала решите, что делать с вашими правками'
  if (state.problem !== null) return state.problem
  if (chat.isLocked(chat.model)) return textOf('MODEL_NOT_IN_PLAN')
  if (chat.generating) return 'В чате пишется ответ. Дождитесь его'
  if (user && !canPay(user, priceTokens)) return shortOfTokensText
  return null
}

/** Notices that the chat did not accept the question: its answer, which this tab has begun to follow, is then gone. */
function useRefused({ answers }: DocumentChat, box: DocumentBox, onRefused: (operationId: string) => void): void {
  const followed = useRef<LiveAnswer | null>(null)
  useEffect(() => {
    const { sent } = box.draft()
    const known = answers.find(({ turn }) => turn.operationId === sent?.operationId) ?? null
    const before = followed.current
    followed.current = known
    if (known || !before || !sent || before.turn.operationId !== sent.operationId) return
    if (before.view().state.accepted && !isRunning(before.view().state)) return
    box.put({ sent: { ...sent, isRefused: true } })
    onRefused(sent.operationId)
  })
}
