// What is asked and answered in the chats of this tab, outside React: answers go on when the user opens another page. Components
// read it through use-chat-store.ts; asking.ts asks the questions, and following.ts
// follows the answers.
import { ApiError } from '../../base/http/api-error.ts'
import { paidErrorText } from '../../base/http/paid-error-text.ts'
import { onUserLeft } from '../../base/session/user-left.ts'
import { onNewPage, pageStore } from '../../base/storage/page-store.ts'
import type { Intent, Way } from '../draft/draft.ts'
import { isRunning } from './answer-state.ts'
import type { LiveAnswer } from './live-answer.ts'

const paidObstacles = ['INSUFFICIENT_TOKENS', 'MODEL_NOT_IN_PLAN'] as const
const storageObstacles = ['STORAGE_FULL', 'STORAGE_DAY_FULL'] as const
/** Resolved by the user's own limit on spending. */
const budgetObstacle = 'BUDGET_EXCEEDED'
const awayObstacles = ['UNAVAILABLE', 'SERVICE_OFF'] as const
/** Resolved by buying tokens or Premium. */
export type PaidObstacle = (typeof paidObstacles)[number]
/** Resolved by deleting, by waiting or by Premium. */
export type StorageObstacle = (typeof storageObstacles)[number]
/** Resolved by another model, or by waiting. */
export type AwayObstacle = (typeof awayObstacles)[number]

/** A refusal that the user can resolve. It is shown as a note with links. */
export interface Obstacle {
  code: PaidObstacle | StorageObstacle | AwayObstacle | typeof budgetObstacle
  model: string
  /** What the server says of it. */
  text: string
}

/** A question, in the composer of its chat, that waits for the end of an answer there. */
export interface Waiting {
  answer: LiveAnswer
  /** As it was put in line: the switches and the model may be changed in another chat meanwhile. */
  way: Way
}

/**
 * Where a refusal is explained: at a conversation; null: at the composer of a new one; a model's id: where compared models stand, at
 * one that has no conversation.
 */
export type ObstacleKey = number | string | null

interface ChatState {
  /** By conversation, oldest first. */
  answers: ReadonlyMap<number, readonly LiveAnswer[]>
  /** By conversation. In this tab only: after a reload the question is still in its composer, and the user decides. */
  waiting: ReadonlyMap<number, Waiting>
  /** The question that begins a conversation, until that is shown; without an id until it is created. */
  beginning: { intent: Intent; conversationId: number | null; isLeft?: boolean } | null
  obstacles: ReadonlyMap<ObstacleKey, Obstacle>
}

const nothing: ChatState = { answers: new Map(), waiting: new Map(), beginning: null, obstacles: new Map() }
const none: readonly LiveAnswer[] = []

// Registered before the store, which is empty afterwards.
onNewPage(() => abortAll())
const store = pageStore<ChatState>(() => nothing)

export const chatState = store.getState
export const onChatChange = store.subscribe

const change = (part: Partial<ChatState>): void => store.setState({ ...chatState(), ...part }, true)

// An answer belongs to the user who asked for it. After another user signs in, it must neither be shown nor change the
// balance on the screen; and what waits is for its user alone to ask.
onUserLeft(() => {
  abortAll()
  store.setState(nothing, true)
})

function abortAll() {
  for (const list of chatState().answers.values()) for (const answer of list) answer.abort()
}

export const liveAnswersOf = (conversationId: number | null): readonly LiveAnswer[] =>
  (conversationId !== null && chatState().answers.get(conversationId)) || none

export const findLiveAnswer = (conversationId: number, operationId: string): LiveAnswer | undefined =>
  liveAnswersOf(conversationId).find(({ turn }) => turn.operationId === operationId)

const setAnswersOf = (conversationId: number, list: readonly LiveAnswer[]) =>
  change({ answers: new Map(chatState().answers).set(conversationId, list) })

export function addLiveAnswer(answer: LiveAnswer) {
  const { conversationId } = answer.turn
  setAnswersOf(conversationId, [...liveAnswersOf(conversationId), answer])
}

export function removeLiveAnswer(answer: LiveAnswer) {
  answer.abort()
  const { conversationId } = answer.turn
  const rest = liveAnswersOf(conversationId).filter((other) => other !== answer)
  setAnswersOf(conversationId, rest)
}

/** For an answer whose end the loaded messages include. */
export function noteSaved(answer: LiveAnswer) {
  answer.isSaved = true
  const { conversationId } = answer.turn
  setAnswersOf(conversationId, [...liveAnswersOf(conversationId)])
}

/** For a conversation that shows another path: what has ended is then in the messages, or not on that path. */
export function noteAllSaved(conversationId: number) {
  for (const answer of liveAnswersOf(conversationId)) if (!isRunning(answer.view().state)) noteSaved(answer)
}

/** For a conversation that was deleted. */
export function forgetLiveAnswers(conversationId: number) {
  for (const answer of liveAnswersOf(conversationId)) removeLiveAnswer(answer)
}

/** Lets the question in a composer wait; null: it waits no more. */
export function setWaiting(conversationId: number, next: Waiting | null) {
  const waiting = new Map(chatState().waiting)
  if (next) waiting.set(conversationId, next)
  else waiting.delete(conversationId)
  change({ waiting })
}

export const setBeginning = (intent: Intent) => change({ beginning: { intent, conversationId: null } })

/** Its conversation is about to be shown. Another page may be asking something by then. */
export function showBeginning(intent: Intent, conversationId: number) {
  if (chatState().beginning?.intent === intent) change({ beginning: { intent, conversationId } })
}

/** Its conversation is shown, or will not be. */
export function endBeginning(intent: Intent) {
  if (chatState().beginning?.intent === intent) change({ beginning: null })
}

/** For a chat that is left while its conversation is being created. The question is shown no more; its words come back if that fails. */
export function leaveBeginning() {
  const { beginning } = chatState()
  if (beginning?.conversationId === null) change({ beginning: { ...beginning, isLeft: true } })
}

const isOneOf = <Code extends string>(codes: readonly Code[], code: string | null): code is Code =>
  codes.some((each) => each === code)

export const isStorageObstacle = (code: string | null): code is StorageObstacle => isOneOf(storageObstacles, code)

export const isAwayObstacle = (code: string | null): code is AwayObstacle => isOneOf(awayObstacles, code)

const obstacles = [...paidObstacles, ...storageObstacles, ...awayObstacles, budgetObstacle] as const

/** Null for an error that is no obstacle. */
export const obstacleIn = (error: unknown): Obstacle['code'] | null =>
  error instanceof ApiError && isOneOf(obstacles, error.code) ? error.code : null

/** @returns whether the error is an obstacle, which a note now explains */
export function showObstacle(error: unknown, at: ObstacleKey, model: string): boolean {
  const code = obstacleIn(error)
  const text = paidErrorText(error, '')
  if (code) change({ obstacles: new Map(chatState().obstacles).set(at, { code, model, text }) })
  return code !== null
}

export function dismissObstacle(at: ObstacleKey) {
  const rest = new Map(chatState().obstacles)
  if (rest.delete(at)) change({ obstacles: rest })
}

/** Another page begins without notes, and without the question for which a conversation is being created. */
export const forgetPage = (): void => change({ beginning: null, obstacles: nothing.obstacles })
