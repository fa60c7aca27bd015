import { expect, test } from 'vitest'
import { inTurnOrder } from '#domain/turn-order.ts'

const row = (id: number, role: string, operationId: string | null) => ({ id, role, operationId })

test('an answer comes after its own question when two tabs asked at once', () => {
  const saved = [
    row(1, 'user', 'first'),
    row(2, 'user', 'second'),
    row(3, 'assistant', 'second'),
    row(4, 'assistant', 'first')
  ]
  expect(inTurnOrder(saved).map(({ id }) => id)).toEqual([1, 4, 2, 3])
})

test('messages without an operation keep their order', () => {
  const saved = [row(1, 'user', null), row(2, 'assistant', null), row(3, 'user', 'x'), row(4, 'assistant', 'x')]
  expect(inTurnOrder(saved)).toEqual(saved)
})

test('an answer whose question is on an older page keeps its place', () => {
  const saved = [row(5, 'assistant', 'older'), row(6, 'user', 'x')]
  expect(inTurnOrder(saved)).toEqual(saved)
})
