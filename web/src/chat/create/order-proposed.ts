// Orders what a model has proposed. Its operation follows from the answer, so that clicks, tabs and devices make one work of it.
import type { QueryClient } from '@tanstack/react-query'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import type { Message } from '#contract/chats.ts'
import type { Job } from '#contract/jobs.ts'
import { requestTextOf } from '#contract/work-request.ts'
import { proposedOperationId } from '#contract/work-proposal.ts'
import { ApiError } from '../../base/http/api-error.ts'
import { notify } from '../../base/ui/notify.ts'
import { isIdSpent, type Submitted, submitJob } from '../../media/form/submit-job.ts'
import { refusalText } from '../../media/form/submit-rules.ts'
import { isEnded, isUnsuccessful } from '../../media/job/job-order.ts'
import { findJob } from '../../media/job/job-store.ts'
import { learnSubmitted } from '../../media/job/job-calls.ts'
import { RefusedFile } from '../../media/upload/file/chosen-file.ts'
import { fitFiles } from '../../media/upload/fit/fit-files.ts'
import { messagesOf, messagesQuery, refreshConversation } from '../conversations/conversations.ts'
import { exclusively } from '../draft/draft-box.ts'
import { parsed, Unfit } from './chosen-tool.ts'
import { tellOrdered } from './open-panel.ts'
import { showCard } from './order-work.ts'
import { type Plan, valuesOf } from './proposed-plan.ts'

/** What every attempt after the first has behind the operation of the proposal. */
const againMark = '-r'
/** At one click. */
const attemptsMax = 3

export interface Proposed {
  /** The operation of the answer; null: a copy in another chat, which belongs to none. */
  answerId: string | null
  messageId: number | null
  /** Of the proposal, from 0. */
  index: number
  prompt: string
}

/** The operation of a work that is ordered here. */
const operationOf = ({ answerId, messageId, index }: Proposed): string =>
  proposedOperationId(answerId ?? `message-${messageId}`, index)

/** What became of a proposal: the works of its latest order. */
interface Made {
  /** From 1. */
  attempt: number
  /** Those that are not deleted. */
  works: readonly Job[]
}

/**
 * The latest card of these messages that a proposal became; null: it was not ordered. The card of a copied answer may be a copy as well: of
 * the first one's work.
 */
export function madeOf(messages: readonly Message[], proposed: Proposed): Made | null {
  const { answerId, index, prompt } = proposed
  const own = operationOf(proposed)
  const attemptAt = (id: string | null): number =>
    id === own ? 1 : id?.startsWith(own + againMark) ? Number(id.slice(own.length + againMark.length)) : 0
  const isCopied = ({ id, parameters }: Job) =>
    answerId === null && id.replace(/-r\d+$/, '').endsWith(`-p${index}`) && parameters['prompt'] === prompt.trim()
  const cards = messages.flatMap(({ role, operation_id: id, works = [] }): Made[] => {
    const attempt = attemptAt(id) || (works.some(isCopied) ? 1 : 0)
    return attempt > 0 && role === 'assistant'
      ? [{ attempt, works: works.map((work) => findJob(work.id) ?? work) }]
      : []
  })
  return cards.toSorted((one, other) => one.attempt - other.attempt).at(-1) ?? null
}

/** `failed` also where its user has cancelled it. Of works that are deleted nothing is known but that they were made. */
export function makingState({ works }: Made): 'coming' | 'made' | 'failed' {
  if (works.some((work) => !isEnded(work))) return 'coming'
  return works.length > 0 && works.every(isUnsuccessful) ? 'failed' : 'made'
}

/** Whether it is ordered, and may not be once more. */
const isTaken = (made: Made | null): boolean => made !== null && makingState(made) !== 'failed'

interface ProposedOrder {
  conversationId: number
  proposed: Proposed
  /** The model of the chat. */
  model: string
  plan: Plan
  /** The user was not asked. */
  unasked: boolean
}

interface Refusal {
  /** For the user; null: the tokens of the chat do not suffice, so that the user is asked. */
  text: string | null
}

/** @returns null when its card is there */
export async function orderProposed(queries: QueryClient, order: ProposedOrder): Promise<Refusal | null> {
  const { conversationId, plan, unasked } = order
  try {
    // Cards follow one another: two at once would take the same place.
    return await exclusively(`work-proposed:${conversationId}`, () => placed(queries, order))
  } catch (error) {
    if (unasked && error instanceof ApiError && error.code === 'CHAT_BUDGET_SPENT') return { text: null }
    const isOwn = error instanceof RefusedFile || error instanceof Unfit
    return { text: isOwn ? error.message : refusalText(plan.entry, error) }
  }
}

async function placed(queries: QueryClient, order: ProposedOrder): Promise<Refusal | null> {
  const { conversationId, proposed, model, plan, unasked } = order
  const { entry } = plan
  const made = () => madeOf(messagesOf(queries.getQueryData(messagesQuery(conversationId).queryKey)), proposed)
  const before = made()
  // Another tab may have ordered it meanwhile.
  if (isTaken(before) || (unasked && before)) return null
  const parameters = await parsed(entry, await valuesOf(plan))
  const fitted = await fitFiles(entry, parameters)
  let submitted: Submitted
  try {
    submitted = await submit(order, fitted, (before?.attempt ?? 0) + 1)
  } catch (error) {
    if (!isIdSpent(error)) throw error
    // Another device has ordered it with other settings.
    await refreshConversation(queries, conversationId).catch(() => undefined)
    if (isTaken(made())) return null
    throw error
  }
  const { jobs, balance } = submitted
  learnSubmitted(jobs, balance)
  showCard(queries, conversationId, { model, jobs, words: requestTextOf({ service: entry.id, parameters }) })
  tellOrdered(conversationId)
  if (!unasked) notify.info(entry.texts.busy)
  const isRead = await refreshConversation(queries, conversationId).then(
    () => true,
    () => false
  )
  return isRead && made() === null ? { text: 'Эта работа уже создана: её карточка в другом варианте чата' } : null
}

/** An id under which an order was given up takes no other: the next attempt has another one, the same on every device. */
async function submit(order: ProposedOrder, fitted: ParameterValues, first: number) {
  const { conversationId, proposed, plan, unasked } = order
  const place = { conversationId, ...(unasked && { unasked }) }
  const id = operationOf(proposed)
  for (let attempt = first; ; attempt += 1) {
    try {
      return await submitJob(plan.entry, fitted, attempt === 1 ? id : `${id}${againMark}${attempt}`, place)
    } catch (error) {
      const isGivenUp = error instanceof ApiError && error.code === 'JOB_NOT_SUBMITTED'
      if (!isGivenUp || unasked || attempt === first + attemptsMax - 1) throw error
    }
  }
}
