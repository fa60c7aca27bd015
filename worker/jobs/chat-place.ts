// The place of a work in a chat: checked before anything is reserved, so that a refused order costs nothing.
import { titleOf } from '#contract/chat-titles.ts'
import { operationIdAt } from '#contract/catalogue/batch.ts'
import type { ChatPlace } from '#contract/chat-place.ts'
import { findPlace, type FoundPlace } from '#data/history/card-works.ts'
import { jobIdOf } from '#data/files/job-files.ts'
import { findJob, type NewJob } from '#data/history/jobs.ts'
import { isAutomaticTitle } from '#domain/chat-title.ts'
import { cardBytes } from '#domain/stored-bytes.ts'
import { beforeTheFirst, type TurnPlace } from '#domain/turn-place.ts'
import { type Card, cardLabelOf, type WorkPlace } from '#domain/work-in-chat.ts'
import { requestTextOf } from '#contract/work-request.ts'
import type { UnsavedTurn } from '#durable-objects/answer/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { askerOf, foundBy } from '../http/admitted.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { unaskedFlaw } from './unasked-works.ts'

/** What of a job its request and its card say. */
type Shown = Pick<NewJob, 'userId' | 'operationId' | 'service' | 'kind' | 'parameters' | 'createdAt'>

type Priced = Shown & Pick<NewJob, 'priceTokens'>

interface PlacedWorks {
  jobs: readonly [Shown, ...Shown[]]
  place: ChatPlace
}

interface Asked extends PlacedWorks {
  jobs: readonly [Priced, ...Priced[]]
}

/** How long a client waits before it tries again while an answer is being written. */
const retrySeconds = 3

function workPlaceOf({ parentMessageId, answersMessageId }: ChatPlace): WorkPlace {
  if (answersMessageId !== undefined) return { answers: answersMessageId }
  return parentMessageId === undefined ? undefined : { after: parentMessageId ?? beforeTheFirst }
}

/** The card of an order, before anything is checked. */
function cardOf({ jobs, place }: PlacedWorks): Card {
  const [{ userId, operationId, kind, createdAt, ...first }] = jobs
  return {
    userId,
    operationId,
    conversationId: place.conversationId,
    place: workPlaceOf(place),
    request: requestTextOf(first),
    label: cardLabelOf(kind, jobs.length),
    works: jobs.map((job) => job.operationId),
    at: createdAt
  }
}

export interface Placed {
  place: ChatPlace
  ordered: Omit<Shown, 'operationId'>
  operationId: string
  /** How many works. */
  size: number
}

/** What each work of an order takes in its chat, at most. */
export function bytesInChat({ place, ordered, operationId, size }: Placed): number {
  const jobAt = (index: number) => ({ ...ordered, operationId: operationIdAt(operationId, index) })
  const others = Array.from({ length: size - 1 }, (_, index) => jobAt(index + 1))
  return Math.ceil(cardBytes(cardOf({ jobs: [jobAt(0), ...others], place })) / size)
}

/** Why the place is none of this conversation's; null when it is one. */
function flawOf({ place, request }: Card, { namedRole, namedText }: FoundPlace): AppError | null {
  if (!place || ('after' in place && place.after === beforeTheFirst)) return null
  if (namedRole === null) return new AppError('MESSAGE_NOT_FOUND')
  if ('after' in place) return null
  if (namedRole !== 'user') return new AppError('MESSAGE_NOT_FOUND')
  return namedText?.trim() === request ? null : new AppError('CONFLICT')
}

/** Whether an answer that is written, or about to be saved, will stand where the card would. */
function isTaken(place: WorkPlace, turns: readonly UnsavedTurn[]): boolean {
  if (!place) return turns.length > 0
  const isSame = (other: TurnPlace | undefined): boolean => {
    if (!other) return false
    if ('answers' in place) return 'answers' in other && other.answers === place.answers
    return ('after' in other && other.after === place.after) || ('below' in other && other.below === place.after)
  }
  return turns.some((turn) => isSame(turn.place))
}

const answerRunning = () => new AppError('TOO_MANY_RUNNING', { retryAfter: retrySeconds })

/** The title of a chat in which nothing was said, unless the user has chosen it. */
function titleFor({ request }: Card, { title, service, createdAt, leafId }: FoundPlace): Pick<Card, 'title'> {
  const to = titleOf(request)
  if (leafId !== null || title === to) return {}
  return isAutomaticTitle({ title, service, createdAt, question: request }) ? { title: { from: title, to } } : {}
}

/** Whether an earlier request has begun the order: then it goes on in any case. */
async function isBegun(c: AppContext, { userId, operationId }: Card): Promise<boolean> {
  if (await findJob(historyOf(c), jobIdOf(userId, operationId))) return true
  return (await userOf(c.env, userId).openPrice(operationId)) !== null
}

/**
 * The card of an order.
 * @throws AppError NOT_FOUND, MESSAGE_NOT_FOUND, CONFLICT, TOO_MANY_RUNNING, BAD_REQUEST, CHAT_BUDGET_SPENT for an order that was not begun before
 */
export async function cardFor(c: AppContext, asked: Asked): Promise<Card> {
  const card = cardOf(asked)
  const { userId, conversationId, place, operationId } = card
  const [found, { turns }, unasked] = await Promise.all([
    findPlace(historyOf(c), userId, { conversationId, place, operationId }),
    userOf(c.env, userId).readUnsavedTurns(askerOf(c), conversationId).then(foundBy),
    asked.place.unasked ? unaskedFlaw(c, card, asked.jobs) : null
  ])
  if (found?.isThere) return card
  const refusal = found
    ? (unasked ?? flawOf(card, found) ?? (isTaken(place, turns) ? answerRunning() : null))
    : new AppError('NOT_FOUND')
  if (refusal && !(await isBegun(c, card))) throw refusal
  return found ? { ...card, ...titleFor(card, found) } : card
}
