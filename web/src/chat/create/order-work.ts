// Orders works in a chat: the conversation is created first if there is none, then the request and its card stand in it.
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { titleOf } from '#contract/chat-titles.ts'
import type { Message } from '#contract/chats.ts'
import type { Job } from '#contract/jobs.ts'
import { ApiError, clientCode } from '../../base/http/api-error.ts'
import { messagesKey } from '../../base/http/query-keys.ts'
import { sessionState } from '../../base/session/session-store.ts'
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
import { keepOrder, type KeptOrder, keptOrder } from './kept-order.ts'
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

/** What the request says, as the server writes it: its words, else what is done with the picture. */
function requestOf({ parameters: known, title }: StudioEntry, { prompt, tool }: ParameterValues): string {
  if (typeof prompt === 'string' && prompt.trim() !== '') return prompt.trim()
  const tools = known.find((one) => one.kind === 'choice' && one.name === 'tool')
  const option = tools?.kind === 'choice' ? tools.options.find(({ value }) => value === tool) : undefined
  return option?.label ?? title
}

/**
 * Places the order and shows its card. A repeated attempt has the same operation id, whatever has become of the first.
 * @param model of the conversation, if one begins. @throws ApiError or RefusedFile, with the conversation of a refused order taken back
 */
export async function orderWork(asker: Asker, model: string, order: Order): Promise<void> {
  const { box, conversationId: shown } = asker
  const { entry, parameters, answersMessageId } = order
  const owner = sessionState().user?.id ?? ''
  const at = answersMessageId === undefined ? box.key : `${box.key} ${answersMessageId}`
  // Made smaller before a conversation begins: a file may be refused here.
  const fitted = await fitFiles(entry, parameters)
  const kept = keptOrder(at, owner, entry.id, parameters)
  const conversationId =
    shown ?? (await conversationFor(asker, at, kept, { model, words: requestOf(entry, parameters) }))
  try {
    const { jobs, balance } = await submitJob(entry, fitted, kept.operationId, {
      conversationId,
      ...(answersMessageId !== undefined && { answersMessageId })
    })
    keepOrder(at, null)
    learnSubmitted(jobs, balance)
    order.onAccepted?.()
    await show(asker, conversationId, { model, jobs, order })
  } catch (error) {
    const isGone = shown === null && isRefused(error) && (await takeBackConversation(asker.queries, conversationId))
    if (isIdSpent(error)) keepOrder(at, isGone ? null : renewed(at, owner, conversationId, order))
    else if (isGone) keepOrder(at, { ...kept, conversationId: null })
    throw error
  }
}

/** The next attempt is another order in the same conversation. */
function renewed(at: string, owner: string, conversationId: number, { entry, parameters }: Order): KeptOrder {
  keepOrder(at, null)
  return { ...keptOrder(at, owner, entry.id, parameters), conversationId }
}

/** Whether the server surely has no such order. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status !== 0 && error.code !== clientCode.unreadable && error.status < 500

interface Begin {
  model: string
  words: string
}

/** The conversation for a first order: a new one, or that of an earlier attempt, in whichever tab that was. */
const conversationFor = (
  { page, queries, box }: Asker,
  at: string,
  order: KeptOrder,
  { model, words }: Begin
): Promise<number> =>
  exclusively(`work-begin:${order.operationId}`, async () => {
    if (order.conversationId !== null) return order.conversationId
    const { role } = box.draft()
    const wanted = { service: page.service, model, title: titleOf(words), ...(role && { role }) }
    const { id } = await createConversation(queries, wanted, false)
    keepOrder(at, { ...order, conversationId: id })
    return id
  })

interface Taken {
  model: string
  jobs: readonly Job[]
  order: Order
}

async function show(asker: Asker, conversationId: number, { model, jobs, order }: Taken): Promise<void> {
  const { queries } = asker
  const words = requestOf(order.entry, order.parameters)
  if (order.answersMessageId === undefined) addShown(queries, conversationId, messagesFor({ model, jobs, words }))
  tellOrdered(conversationId)
  if (asker.conversationId === null) {
    listConversation(queries)
    notify.success('Новый чат создан')
    asker.show(conversationId, model)
  }
  // Whatever of it cannot be read now is told by the page itself: the order is accepted.
  await refreshConversation(queries, conversationId).catch(() => undefined)
}

/** What the server has just added, until it is read from there. */
function messagesFor({ model, jobs, words }: { model: string; jobs: readonly Job[]; words: string }): Message[] {
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
