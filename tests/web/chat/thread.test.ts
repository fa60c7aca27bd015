import { describe, expect, test } from 'vitest'
import { threadOf, unansweredOf, type ThreadItem } from '#web/src/chat/stream/thread.ts'
import { LiveAnswer } from '#web/src/chat/stream/live-answer.ts'
import { messageOf } from './chat-server.ts'
import type { Place } from '#web/src/chat/draft/draft.ts'

const live = (operationId: string, place?: Place) =>
  new LiveAnswer({
    operationId,
    conversationId: 1,
    prompt: `Вопрос ${operationId}`,
    model: 'gpt-4o',
    question: null,
    place
  })
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

  test('name the request to repeat for each answer, for the model that was asked for it', () => {
    const again = messageOf(2, 'assistant', { operation_id: 'b', parent_id: 1, outcome: 'failed', model: 'gpt-5' })
    const [, item] = threadOf([question, again], [])
    expect(item).toMatchObject({
      message: again,
      answer: null,
      turn: { prompt: 'Вопрос a', model: 'gpt-5', place: { answersMessageId: 1 } }
    })
  })

  test('include messages without an operation id', () => {
    expect(keys(threadOf([messageOf(7, 'user'), messageOf(8, 'assistant')], []))).toEqual(['message:7', 'message:8'])
  })
})

test('a question without a saved answer counts as unanswered', () => {
  const waiting = messageOf(3, 'user', { operation_id: 'b' })
  expect(unansweredOf([question, saved, waiting, messageOf(4, 'user')])).toEqual([
    { operationId: 'b', message: waiting }
  ])
})

describe('an answer that stands in the place of others', () => {
  const next = messageOf(3, 'user', { operation_id: 'b', content: 'Дальше', parent_id: 2 })
  const messages = [question, { ...saved, parent_id: 1 }, next]

  test('follows its question, and what came after that is not shown', () => {
    expect(keys(threadOf(messages, [live('c', { answersMessageId: 1 })]))).toEqual(['a:user', 'c:assistant'])
  })

  test('follows its changed question in the place of the old one', () => {
    expect(keys(threadOf(messages, [live('c', { parentMessageId: 2 })]))).toEqual([
      'a:user',
      'a:assistant',
      'c:user',
      'c:assistant'
    ])
    expect(keys(threadOf(messages, [live('c', { parentMessageId: null })]))).toEqual(['c:user', 'c:assistant'])
  })

  test('keeps its key when it is saved, and is gone when another version is shown afterwards', () => {
    const again = live('c', { answersMessageId: 1 })
    const version = messageOf(4, 'assistant', { operation_id: 'c', parent_id: 1, versions: [2, 4] })
    expect(keys(threadOf([question, version], [again]))).toEqual(['a:user', 'c:assistant'])
    again.isSaved = true
    expect(keys(threadOf(messages, [again]))).toEqual(['a:user', 'a:assistant', 'b:user'])
  })

  test('gives way, when it was lost, to the same that is asked once more and saved', () => {
    const asked = messageOf(3, 'user', { operation_id: 'c', versions: [1, 3] })
    const answered = messageOf(4, 'assistant', { operation_id: 'c', parent_id: 3 })
    const [lost, repeated] = ['b', 'c'].map((id) => live(id, { parentMessageId: null })) as [LiveAnswer, LiveAnswer]
    expect(keys(threadOf([question, saved], [lost, repeated]))).toEqual(['c:user', 'c:assistant'])
    expect(keys(threadOf([asked, answered], [lost, repeated]))).toEqual(['c:user', 'c:assistant'])
    // Refused, it is taken away.
    expect(keys(threadOf([question, saved], [lost]))).toEqual(['b:user', 'b:assistant'])
  })

  test('is joined while it is written, under its own operation', () => {
    const answering = { ...question, answering: 'c' }
    expect(unansweredOf([answering])).toEqual([{ operationId: 'c', message: answering }])
    expect(unansweredOf([question, messageOf(4, 'assistant', { operation_id: 'c', parent_id: 1 })])).toEqual([])
  })
})
