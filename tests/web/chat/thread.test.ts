import { describe, expect, test } from 'vitest'
import { threadOf, unansweredOf, type ThreadItem } from '#web/src/chat/stream/thread.ts'
import { LiveAnswer } from '#web/src/chat/stream/live-answer.ts'
import { messageOf } from './chat-server.ts'

const live = (operationId: string) =>
  new LiveAnswer({ operationId, conversationId: 1, prompt: `Вопрос ${operationId}`, model: 'gpt-4o', question: null })
const question = messageOf(1, 'user', { operation_id: 'a', content: 'Вопрос a', model: 'gpt-4o' })
const saved = messageOf(2, 'assistant', { operation_id: 'a', content: 'Ответ a' })
const keys = (items: ThreadItem[]) => items.map(({ key }) => key)

describe('the items of a conversation', () => {
  test('keep their keys when a live answer is saved', () => {
    const answer = live('a')
    const moments = [
      threadOf([], [answer]),
      threadOf([question], [answer]),
      threadOf([question, saved], [answer]),
      threadOf([question, saved], [])
    ]
    expect(moments.map(keys)).toEqual(moments.map(() => ['a:user', 'a:assistant']))
  })

  test('put an answer after its own question, also when the user has asked again since', () => {
    const later = messageOf(3, 'user', { operation_id: 'b' })
    expect(keys(threadOf([question, later], [live('a'), live('b')]))).toEqual([
      'a:user',
      'a:assistant',
      'b:user',
      'b:assistant'
    ])
  })

  test('name the request to repeat for each answer', () => {
    const [, item] = threadOf([question, saved], [])
    expect(item).toMatchObject({ message: saved, answer: null, turn: { prompt: 'Вопрос a', model: 'gpt-4o' } })
  })

  test('include messages without an operation id', () => {
    expect(keys(threadOf([messageOf(7, 'user'), messageOf(8, 'assistant')], []))).toEqual(['message:7', 'message:8'])
  })
})

test('a question without a saved answer counts as unanswered', () => {
  const waiting = messageOf(3, 'user', { operation_id: 'b' })
  expect(unansweredOf([question, saved, waiting, messageOf(4, 'user')])).toEqual([waiting])
})
