import { describe, expect, test } from 'vitest'
import { chatPageOf } from '#web/src/chat/texts/chat-pages.ts'
import { ApiError } from '#web/src/base/http/api-error.ts'
import { billingText, outcomeText, receivedText, refusalText } from '#web/src/chat/stream/answer-texts.ts'
import { titleOf } from '#contract/chat-titles.ts'
import { answerFileName } from '#web/src/chat/dialog/answer-actions.tsx'
import { nearestConversation, openingOf, otherPageOf } from '#web/src/chat/opening.ts'
import { doneEvent } from './answer-server.ts'
import { conversationOf } from './chat-server.ts'

const settlement = { priceTokens: 5, chargedTokens: 0, returnedTokens: 5, balanceTokens: 10 }
const failed = (code: string, text: string, retryAfter?: number) => ({
  type: 'error' as const,
  outcome: 'failed' as const,
  failure: { code, text, ...(retryAfter !== undefined && { retryAfter }) },
  settlement
})

describe('texts about money', () => {
  test('the toast of an answer says what it cost', () => {
    expect(receivedText({ siteTokens: 3, usdWithMarkup: 0.00123 }, 3)).toBe(
      'Ответ получен! Списано 3 токенов (~$0.0012)'
    )
    expect(receivedText({ siteTokens: 3 }, 3)).toBe('Ответ получен! Списано 3 токенов')
    expect(receivedText(null, 8)).toBe('Ответ получен! Использовано 8 токенов')
  })

  test('the line under an answer says what it cost', () => {
    expect(billingText({ siteTokens: 1, usdWithMarkup: 0.5 })).toBe('Списано 1 токен (~$0.5000)')
    expect(billingText({ siteTokens: 0 })).toBe('Токены не списаны')
  })

  test('every end but a complete one is explained, and says only once that nothing was charged', () => {
    expect(outcomeText('complete', doneEvent)).toBeNull()
    expect(outcomeText('interrupted', null)).toBe('Ответ прервался по нашей вине. Токены не списаны')
    expect(outcomeText('failed', failed('PROVIDER_FAILED', 'Модель не смогла ответить. Токены не списаны'))).toBe(
      'Модель не смогла ответить. Токены не списаны'
    )
    expect(outcomeText('failed', failed('PROVIDER_BUSY', 'Модель перегружена', 4))).toBe(
      'Слишком много запросов. Подождите 4 секунд. Токены не списаны'
    )
    expect(outcomeText('failed', failed('INTERNAL', 'Что-то пошло не так'))).toBe(
      'Что-то пошло не так. Токены не списаны'
    )
  })
})

describe('a refused request', () => {
  test.each([
    [
      new ApiError('Insufficient tokens', { code: 'INSUFFICIENT_TOKENS', status: 402 }),
      'Недостаточно токенов для выполнения запроса'
    ],
    [
      new ApiError('Стоп', { code: 'RATE_LIMITED', status: 429, retryAfter: 9 }),
      'Слишком много запросов. Подождите 9 секунд.'
    ],
    [
      new ApiError('Дождитесь окончания предыдущих ответов', { code: 'TOO_MANY_RUNNING', status: 429, retryAfter: 3 }),
      'Дождитесь окончания предыдущих ответов'
    ],
    [
      new ApiError('За сутки сохранено много', { code: 'STORAGE_DAY_FULL', status: 429, retryAfter: 3000 }),
      'За сутки сохранено много'
    ],
    [new ApiError('Не найдено', { code: 'NOT_FOUND', status: 404 }), 'Такого чата нет. Возможно, он был удалён'],
    [new ApiError('Такой модели нет', { code: 'UNKNOWN_MODEL', status: 400 }), 'Такой модели нет'],
    [new TypeError('what'), 'Ошибка при получении ответа']
  ])('has a text for the user (%o)', (error, text) => {
    expect(refusalText(error)).toBe(text)
  })
})

test('the title of a conversation is the first 50 characters of its request', () => {
  expect(titleOf('я'.repeat(50))).toBe('я'.repeat(50))
  expect(titleOf('я'.repeat(51))).toBe(`${'я'.repeat(50)}...`)
  expect(titleOf('🔥'.repeat(51))).toBe(`${'🔥'.repeat(50)}...`)
})

test('a downloaded answer is named after its page and time', () => {
  expect(answerFileName('/chatgpt', new Date(2026, 10, 3, 4, 5).getTime())).toBe('chatgpt-2026-11-03-04-05.txt')
})

describe('a link that opens a chat page', () => {
  const page = chatPageOf('/chatgpt')

  test('opens a conversation only with open=1', () => {
    expect(openingOf(new URLSearchParams('model=gpt-4o&ts=5'))).toBeNull()
    expect(openingOf(new URLSearchParams('open=1&model=gpt-4o&ts=5'))).toEqual({
      model: 'gpt-4o',
      time: 5,
      operationId: null
    })
    expect(openingOf(new URLSearchParams('open=1&ts=soon'))).toEqual({ model: null, time: null, operationId: null })
  })

  test('leads to the page of its model', () => {
    expect(otherPageOf(page, 'gpt-5-2025-08-07')).toBe('/gpt5')
    expect(otherPageOf(page, 'gpt-4o')).toBeNull()
    expect(otherPageOf(page, 'claude-3-haiku')).toBeNull()
    expect(otherPageOf(page, null)).toBeNull()
  })

  test('finds the conversation nearest in time, among those of its page', () => {
    const list = [
      conversationOf(3, { updated_at: 300 }),
      conversationOf(2, { updated_at: 200, model: 'o3-2025-04-16' }),
      conversationOf(1, { updated_at: 100 })
    ]
    expect(nearestConversation(page, list, 190)?.id).toBe(1)
    expect(nearestConversation(page, list, 210)?.id).toBe(3)
    expect(nearestConversation(page, list, null)?.id).toBe(3)
    expect(nearestConversation(page, [], 100)).toBeNull()
  })
})
