// Orders works in a chat: the conversation is created first if there is none, then the request and its card stand in it.
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { titleOf } from '#contract/chat-titles.ts'
import { type Message, readConversation } from '#contract/chats.ts'
import type { Job } from '#contract/jobs.ts'
import { requestTextOf } from '#contract/work-request.ts'
import { ApiError, clientCode, isNotFound } from '../../base/http/api-error.ts'
import { messagesKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { sessionState } from '../../base/session/session-store.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { notify } from '../../base/ui/notify.ts'
import { isIdSpent, submitJob } from '../../media/form/submit-job.ts'
import { learnSubmitted } from '../../media/job/job-calls.ts'
import { fitFiles } from '../../media/upload/fit/fit-files.ts'
import {
  createConversation,
  listConversation,
  refreshConversation,
  takeBackConversation
} from '../conversations/conversations.ts'
import { exclusively } from '../draft/draft-box.ts'
import type { Asker } from '../stream/following.ts'
import { changeOrder, forgetConversation, forgetOrder, type KeptOrder, keptOrder, orderNow } from './kept-order.ts'
import { tellOrdered } from './open-panel.ts'

export interface Order {
  entry: StudioEntry
  /** As the server takes them, files included. */
  parameters: ParameterValues
  /** Another work for this request of the conversation. */
  answersMessageId?: number
  /** Called before the card is shown. */
  onAccepted?: () => void
}

interface Attempt {
  at: string
  kept: KeptOrder
  /** The files are small enough. */
  fitted: ParameterValues
  /** Of the conversation, if one begins. */
  model: string
  order: Order
  /** A deleted conversation is replaced once. */
  isSecond: boolean
}

/**
 * Places the order and shows its card. A repeated attempt has the same operation id, whatever has become of the first.
 * @param model of the conversation, if one begins. @throws ApiError or RefusedFile, with the conversation of a refused order taken back
 */
export async function orderWork(asker: Asker, model: string, order: Order): Promise<void> {
  const { box, conversationId: shown, queries } = asker
  const { entry, parameters, answersMessageId } = order
  const owner = sessionState().user?.id ?? ''
  const at = answersMessageId === undefined ? box.key : `${box.key} ${answersMessageId}`
  // Made smaller before a conversation begins: a file may be refused here.
  const fitted = await fitFiles(entry, parameters)
  const { order: kept, left } = keptOrder(at, owner, entry.id, parameters)
  // Its title and role are those of the other request.
  if (shown === null && left !== null) await takeBackConversation(queries, left)
  await attempt(asker, { at, kept, fitted, model, order, isSecond: false })
}

async function attempt(asker: Asker, one: Attempt): Promise<void> {
  const { conversationId: shown } = asker
  const { at, kept, fitted, model, order } = one
  const { entry, answersMessageId } = order
  const conversationId = shown ?? (await conversationFor(asker, one))
  try {
    const { jobs, balance } = await submitJob(entry, fitted, kept.operationId, {
      conversationId,
      ...(answersMessageId !== undefined && { answersMessageId })
    })
    const isTold = orderNow(at, kept)?.isAccepted ?? false
    if (shown === null) changeOrder(at, kept, { isAccepted: true })
    else forgetOrder(at, kept)
    learnSubmitted(jobs, balance)
    order.onAccepted?.()
    await show(asker, conversationId, { model, jobs, order, isTold })
  } catch (error) {
    if (shown === null && !one.isSecond && (await isOfDeleted(error, conversationId))) {
      forgetConversation(at, kept, conversationId)
      return attempt(asker, { ...one, isSecond: true })
    }
    const isGone = shown === null && isRefused(error) && (await takeBackConversation(asker.queries, conversationId))
    if (isGone) forgetConversation(at, kept, conversationId)
    // The next attempt is another order in the same conversation.
    if (isIdSpent(error)) changeOrder(at, kept, { operationId: newOperationId() })
    throw error
  }
}

/** Whether the order was refused because its conversation is deleted, and not for a file that is. */
async function isOfDeleted(error: unknown, id: number): Promise<boolean> {
  if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) return false
  return call(readConversation, { id }).then(() => false, isNotFound)
}

/** Whether the server surely has no such order. An attempt with the same id may go on while this one is told to wait. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status !== 0 &&
  error.code !== 'RATE_LIMITED' &&
  error.code !== 'TOO_MANY_RUNNING' &&
  error.status < 500 &&
  error.code !== clientCode.unreadable &&
  error.code !== 'OPERATION_IN_PROGRESS'

/** The conversation for a first order: a new one, or that of an earlier attempt, in whichever tab that was. */
const conversationFor = ({ page, queries, box }: Asker, { at, kept, model, order }: Attempt): Promise<number> =>
  exclusively(`work-begin:${kept.operationId}`, async () => {
    const known = orderNow(at, kept)?.conversationId ?? null
    if (known !== null) return known
    const { role } = box.draft()
    const title = titleOf(requestTextOf({ service: order.entry.id, parameters: order.parameters }))
    const wanted = { service: page.service, model, title, ...(role && { role }) }
    const { id } = await createConversation(queries, wanted, false)
    changeOrder(at, kept, { conversationId: id })
    return id
  })

interface Taken {
  model: string
  jobs: readonly Job[]
  order: Order
  /** The same order was accepted before, from another tab or from a panel that was closed. */
  isTold: boolean
}

async function show(asker: Asker, conversationId: number, { model, jobs, order, isTold }: Taken): Promise<void> {
  const { queries } = asker
  const words = requestTextOf({ service: order.entry.id, parameters: order.parameters })
  if (order.answersMessageId === undefined) showCard(queries, conversationId, { model, jobs, words })
  tellOrdered(conversationId)
  if (asker.conversationId === null) {
    listConversation(queries)
    if (!isTold) notify.success('Новый чат создан')
    asker.show(conversationId, model)
  } else notify.info(order.entry.texts.busy)
  // Whatever of it cannot be read now is told by the page itself: the order is accepted.
  await refreshConversation(queries, conversationId).catch(() => undefined)
}

interface NewCard {
  model: string
  jobs: readonly Job[]
  /** Of the request. */
  words: string
}

/** Shows a request and its card at the end of a conversation before they are read from the server. */
export const showCard = (queries: QueryClient, conversationId: number, card: NewCard): void =>
  addShown(queries, conversationId, messagesFor(card))

/** What the server has just added, until it is read from there. */
function messagesFor({ model, jobs, words }: NewCard): Message[] {
  const both = {
    model,
    created_at: Date.now(),
    operation_id: jobs[0]?.id ?? null,
    outcome: null,
    upstream_model: null,
    billing: null,
    parent_id: null,
    versions: [],
    thinking: null,
    sources: null,
    answering: null
  }
  return [
    { ...both, id: -1, role: 'user', content: words },
    { ...both, id: -2, role: 'assistant', content: words, works: [...jobs] }
  ]
}

type Pages = InfiniteData<{ messages: Message[]; hasMore: boolean }>

/** The newest page is the first. */
const addShown = (queries: QueryClient, conversationId: number, added: readonly Message[]): void =>
  void queries.setQueryData<Pages>(messagesKey(conversationId), (known) =>
    known?.pages[0]?.messages.some(({ operation_id: id }) => id === added[0]?.operation_id)
      ? known
      : known && {
          ...known,
          pages: known.pages.map((page, index) =>
            index === 0 ? { ...page, messages: [...page.messages, ...added] } : page
          )
        }
  )
