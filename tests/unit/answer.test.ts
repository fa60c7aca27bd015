import { describe, expect, test } from 'vitest'
import { answerEvent } from '#contract/answers.ts'
import { endEventOf, endingOf, eventText } from '#domain/answer.ts'

const settlement = { priceTokens: 5, chargedTokens: 5, returnedTokens: 0, balanceTokens: 5 }

describe('how an answer ends', () => {
  test.each([
    ['complete', { kind: 'finished', reason: 'complete' }, 10, { outcome: 'complete', failure: null }],
    ['cut at the output limit', { kind: 'finished', reason: 'truncated' }, 10, { outcome: 'truncated', failure: null }],
    [
      'refused by the model',
      { kind: 'finished', reason: 'refused' },
      10,
      { outcome: 'refused', failure: { code: 'PROVIDER_REFUSED' } }
    ],
    [
      'complete but empty',
      { kind: 'finished', reason: 'complete' },
      0,
      { outcome: 'failed', failure: { code: 'EMPTY_ANSWER' } }
    ],
    [
      'nothing but thinking up to the limit',
      { kind: 'finished', reason: 'truncated' },
      0,
      { outcome: 'failed', failure: { code: 'EMPTY_ANSWER' } }
    ],
    ['stopped before a word', { kind: 'stopped' }, 0, { outcome: 'stopped', failure: null }],
    ['interrupted', { kind: 'interrupted' }, 10, { outcome: 'interrupted', failure: { code: 'ANSWER_INTERRUPTED' } }],
    [
      'failed upstream',
      { kind: 'failed', failure: { code: 'PROVIDER_BUSY', retryAfterSeconds: 7 } },
      3,
      { outcome: 'failed', failure: { code: 'PROVIDER_BUSY', retryAfterSeconds: 7 } }
    ]
  ] as const)('%s', (_, end, deliveredLength, expected) => {
    expect(endingOf(end, deliveredLength)).toEqual(expected)
  })
})

describe('the end event', () => {
  test('a delivered answer carries its billing', () => {
    const event = endEventOf({ outcome: 'complete', failure: null }, settlement, { model: 'm', usdMicros: 1234 })
    expect(event).toEqual({
      type: 'done',
      outcome: 'complete',
      upstreamModel: 'm',
      billing: { siteTokens: 5, usdWithMarkup: 0.001234 },
      settlement
    })
  })

  test('a failure carries its text and the seconds to wait', () => {
    const failure = { code: 'PROVIDER_BUSY', retryAfterSeconds: 7 } as const
    const event = endEventOf({ outcome: 'failed', failure }, settlement, { model: null, usdMicros: null })
    expect(event).toEqual({
      type: 'error',
      outcome: 'failed',
      failure: { code: 'PROVIDER_BUSY', text: 'Модель перегружена. Попробуйте немного позже', retryAfter: 7 },
      settlement
    })
  })

  test('an event keeps the line breaks of its text', () => {
    const event = { type: 'delta', text: 'раз\n\nдва\r\ndata: три' } as const
    const lines = eventText(3, event).split('\n')
    expect(lines.slice(0, 2)).toEqual(['id: 3', 'event: delta'])
    expect(answerEvent.parse(JSON.parse(lines[2]!.slice('data: '.length)))).toEqual(event)
    expect(lines.slice(3)).toEqual(['', ''])
  })
})
