// The items of a conversation: its saved messages, and the live answers that are not saved yet. Keys stay the same when
// a live answer is saved, so React does not draw it again.
import type { Attachment } from '#contract/attached-file.ts'
import type { Message } from '#contract/chats.ts'
import { extrasOf, type Intent, type Place } from '../draft/draft.ts'
import type { LiveAnswer } from './live-answer.ts'

/** `turn` is the request to send when the user asks again. `message` is null until it is saved. */
export type ThreadItem =
  | { role: 'user'; key: string; text: string; files: readonly Attachment[]; message: Message | null }
  | { role: 'assistant'; key: string; message: Message | null; answer: LiveAnswer | null; turn: Intent | null }

/** Always the same, so that a message without files is not drawn again. */
const none: readonly Attachment[] = []

const keyOf = (operationId: string, role: Message['role']) => `${operationId}:${role}`

export function threadOf(messages: readonly Message[], answers: readonly LiveAnswer[]): ThreadItem[] {
  const branching = branchingIn(messages, answers)
  const shown = branching ? messages.slice(0, endBefore(messages, branching.turn.place)) : messages
  const live = new Map(answers.map((answer) => [answer.turn.operationId, answer]))
  const asked = new Set(shown.filter(({ role }) => role === 'user').map((message) => message.operation_id))
  const answered = answeredIn(shown)
  const followed = followedIn(shown)
  const questionOf = questionsIn(shown)
  const saved = shown.flatMap((message): ThreadItem[] => {
    const { operation_id: operationId, role, content } = message
    const key = operationId ? keyOf(operationId, role) : `message:${message.id}`
    const answer = (operationId && live.get(operationId)) || null
    if (role === 'assistant') return [{ role, key, message, answer, turn: turnOf(questionOf(message), message) }]
    const item: ThreadItem = {
      role,
      key,
      text: content,
      files: message.attachments ?? none,
      message: message.id > 0 ? message : null
    }
    const isAnsweredAgain = branching !== undefined && isPlace(branching.turn.place, message)
    const isOpen = !answered.has(operationId) && !followed.has(message.id) && !isAnsweredAgain
    const follows = answer && !answer.isSaved && isOpen
    return follows ? [item, followedItem(answer, message)] : [item]
  })
  const unsaved = answers.filter(
    ({ turn, isSaved }) =>
      !isSaved && turn.place === undefined && !asked.has(turn.operationId) && !answered.has(turn.operationId)
  )
  return [...saved, ...[...(branching ? [branching] : []), ...unsaved].flatMap((answer) => addedItems(answer))]
}

const answeredIn = (messages: readonly Message[]) =>
  new Set(messages.filter(({ role }) => role === 'assistant').map((message) => message.operation_id))

/** The latest answer that stands in the place of others and is not saved yet. One that was lost gives way to what is saved after it. */
function branchingIn(messages: readonly Message[], answers: readonly LiveAnswer[]): LiveAnswer | undefined {
  const answered = answeredIn(messages)
  const isIn = ({ turn, isSaved }: LiveAnswer) => isSaved || answered.has(turn.operationId)
  const latest = answers.findLast((answer) => answer.turn.place || isIn(answer))
  return latest && !isIn(latest) ? latest : undefined
}

/** How many of the messages come before a place; all of them when it is not among them. */
function endBefore(messages: readonly Message[], place: Place | undefined): number {
  if (!place) return messages.length
  const before = 'answersMessageId' in place ? place.answersMessageId : place.parentMessageId
  if (before === null) return 0
  const index = messages.findIndex(({ id }) => id === before)
  return index < 0 ? messages.length : index + 1
}

/** Finds the question of a saved answer. */
function questionsIn(messages: readonly Message[]): (answer: Message) => Message | undefined {
  const questions = messages.filter(({ role }) => role === 'user')
  const byId = new Map(questions.map((question) => [question.id, question]))
  const byOperation = new Map(questions.map((question) => [question.operation_id, question]))
  return ({ parent_id: parentId, operation_id: operationId }) =>
    parentId === null ? (operationId === null ? undefined : byOperation.get(operationId)) : byId.get(parentId)
}

/** What another answer to a question would be asked for. */
const turnOf = (question: Message | undefined, answer: Message): Intent | null =>
  question
    ? {
        prompt: question.content,
        model: answer.model,
        place: { answersMessageId: question.id },
        files: question.attachments,
        extras: extrasOf(answer)
      }
    : null

function addedItems(answer: LiveAnswer): ThreadItem[] {
  const { operationId, prompt: text, place, files = none } = answer.turn
  if (place && 'answersMessageId' in place) return [followedItem(answer)]
  return [{ role: 'user', key: keyOf(operationId, 'user'), text, files, message: null }, followedItem(answer)]
}

const isPlace = (place: Place | undefined, { id }: Message): boolean =>
  place !== undefined && 'answersMessageId' in place && place.answersMessageId === id

/** @param question that is saved, or that the server at least knows */
const followedItem = (answer: LiveAnswer, question?: Message): ThreadItem => ({
  role: 'assistant',
  key: keyOf(answer.turn.operationId, 'assistant'),
  message: null,
  answer,
  turn: question && question.id > 0 ? { ...answer.turn, place: { answersMessageId: question.id } } : answer.turn
})

/** Questions to which an answer is being written, with its operation. */
export function unansweredOf(messages: readonly Message[]): { operationId: string; message: Message }[] {
  const answered = answeredIn(messages)
  const followed = followedIn(messages)
  return messages.flatMap((message) => {
    const operationId = message.answering ?? message.operation_id
    const isWaiting = message.role === 'user' && operationId !== null && !answered.has(operationId)
    return isWaiting && (message.answering !== null || !followed.has(message.id)) ? [{ operationId, message }] : []
  })
}

/** The messages after which the path goes on: with an answer of another operation, or anything else. */
const followedIn = (messages: readonly Message[]) => new Set(messages.map(({ parent_id: parentId }) => parentId))
