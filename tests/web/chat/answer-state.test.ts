import { describe, expect, test } from 'vitest'
import { askedAnswer, isRunning, joinedAnswer, nextAnswer, type AnswerNews } from '#web/src/chat/stream/answer-state.ts'
import { doneEvent, startEvent } from './answer-server.ts'

const delta = (id: number, text: string): AnswerNews => ({ type: 'event', id, event: { type: 'delta', text } })
const started = nextAnswer(askedAnswer, { type: 'event', id: 0, event: startEvent })

describe('the state of an answer', () => {
  test('a start event means that the server accepted the request', () => {
    expect(askedAnswer.accepted).toBe(false)
    expect(started).toEqual({ ...askedAnswer, phase: 'streaming', accepted: true, lastEventId: 0 })
  })

  test('a repeated event and an event that comes too early change nothing', () => {
    const once = nextAnswer(started, delta(1, 'раз'))
    expect(nextAnswer(once, delta(1, 'раз'))).toBe(once)
    expect(nextAnswer(once, delta(3, 'три'))).toBe(once)
    expect(nextAnswer(once, delta(2, ' два')).text).toBe('раз два')
  })

  test('no news changes an answer that has ended', () => {
    const ended = nextAnswer(started, { type: 'event', id: 1, event: doneEvent })
    expect(isRunning(ended)).toBe(false)
    for (const news of [delta(2, 'ещё'), { type: 'dropped' }, { type: 'lost' }, { type: 'stop-asked' }] as const)
      expect(nextAnswer(ended, news)).toBe(ended)
  })

  test('an answer whose connection was lost runs again after a reconnect', () => {
    const lost = nextAnswer(joinedAnswer, { type: 'lost' })
    expect(isRunning(lost)).toBe(false)
    expect(isRunning(nextAnswer(lost, { type: 'dropped' }))).toBe(true)
  })
})
