// The items of a conversation: its saved messages, and the live answers that are not saved yet. Keys stay the same when
// a live answer is saved, so React does not draw it again.
import type { Message } from '#contract/chats.ts'
import type { Intent } from '../draft/draft.ts'
import type { LiveAnswer } from './live-answer.ts'

/** `turn` is the request to send when the user asks again. */
export type ThreadItem =
  | { role: 'user'; key: string; text: string; id: number | null }
  | { role: 'assistant'; key: string; message: Message | null; answer: LiveAnswer | null; turn: Intent | null }

const keyOf = (operationId: string, role: Message['role']) => `${operationId}:${role}`

export function threadOf(messages: readonly Message[], answers: readonly LiveAnswer[]): ThreadItem[] {
  const live = new Map(answers.map((answer) => [answer.turn.operationId, answer]))
  const asked = new Map(
    messages.filter(({ role }) => role === 'user').map((message) => [message.operation_id, message])
  )
  const answered = new Set(messages.filter(({ role }) => role === 'assistant').map((message) => message.operation_id))
  const saved = messages.flatMap((message): ThreadItem[] => {
    const { operation_id: operationId, role, content } = message
    const key = operationId ? keyOf(operationId, role) : `message:${message.id}`
    const answer = (operationId && live.get(operationId)) || null
    if (role === 'assistant') {
      const question = operationId ? asked.get(operationId) : undefined
      const turn = question ? { prompt: question.content, model: question.model } : null
      return [{ role, key, message, answer, turn }]
    }
    const item: ThreadItem = { role, key, text: content, id: message.id }
    return answer && !answered.has(operationId) ? [item, followedItem(answer)] : [item]
  })
  const unsaved = answers.filter(({ turn }) => !asked.has(turn.operationId) && !answered.has(turn.operationId))
  return [
    ...saved,
    ...unsaved.flatMap((answer): ThreadItem[] => [
      { role: 'user', key: keyOf(answer.turn.operationId, 'user'), text: answer.turn.prompt, id: null },
      followedItem(answer)
    ])
  ]
}

const followedItem = (answer: LiveAnswer): ThreadItem => ({
  role: 'assistant',
  key: keyOf(answer.turn.operationId, 'assistant'),
  message: null,
  answer,
  turn: answer.turn
})

/** Questions without a saved answer: their answers may still be running. */
export function unansweredOf(messages: readonly Message[]): (Message & { operation_id: string })[] {
  const answered = new Set(messages.filter(({ role }) => role === 'assistant').map((message) => message.operation_id))
  return messages.filter(
    (message): message is Message & { operation_id: string } =>
      message.role === 'user' && message.operation_id !== null && !answered.has(message.operation_id)
  )
}
