import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { thinkingLengthMax } from '#contract/chat-limits.ts'
import { type Chunk, contentOf } from '#durable-objects/answer/chunk.ts'
import { AnswerText } from '#durable-objects/answer/text.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Appends one piece of text every `everyMs`. @returns when its checkpoints were, in milliseconds from the start */
function checkpointsOf({ pieces, everyMs, length }: { pieces: number; everyMs: number; length: number }) {
  const startedAt = Date.now()
  const text = new AnswerText()
  const stored: Chunk[] = []
  const at: number[] = []
  const checkpoint = () => {
    const { firstSeq, texts } = text.unstored()
    text.markStored()
    expect(firstSeq).toBe(stored.length + 1)
    stored.push(...texts)
    at.push(Date.now() - startedAt)
  }
  for (let piece = 0; piece < pieces; piece++) {
    text.append('я'.repeat(length), checkpoint)
    vi.advanceTimersByTime(everyMs)
  }
  checkpoint()
  expect(stored).toEqual(text.chunks)
  return at
}

test('an answer of twenty seconds is stored three times while it is written, and at its end', () => {
  expect(checkpointsOf({ pieces: 1000, everyMs: 20, length: 3 })).toHaveLength(4)
})

test('the first text is stored after a second, also when nothing follows it', () => {
  const text = new AnswerText()
  const checkpoint = vi.fn(() => text.markStored())
  text.append('Раз', checkpoint)
  vi.advanceTimersByTime(999)
  expect(checkpoint).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(checkpoint).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(checkpoint).toHaveBeenCalledTimes(1)
})

test('much text does not wait', () => {
  expect(checkpointsOf({ pieces: 10, everyMs: 1, length: 8192 }).length).toBeGreaterThanOrEqual(5)
})

test('thinking is kept up to its bound, and is no text', () => {
  const text = new AnswerText()
  const checkpoint = () => text.markStored()
  expect(text.append({ thinking: 'я'.repeat(thinkingLengthMax - 1) }, checkpoint)).toBe(true)
  expect(text.append({ thinking: '🙂' }, checkpoint)).toBe(false)
  expect(text.append({ thinking: 'ещё' }, checkpoint)).toBe(false)
  expect(text.append({ source: { url: 'https://a.example/', title: 'a' } }, checkpoint)).toBe(true)
  expect(text.append('Ответ', checkpoint)).toBe(true)
  expect(text.length).toBe(5)
  expect(contentOf(text.chunks, { webSearch: { tokens: 5 }, showsThinking: true })).toEqual({
    text: 'Ответ',
    thinking: 'я'.repeat(thinkingLengthMax - 1),
    sources: [{ url: 'https://a.example/', title: 'a' }],
    proposals: null,
    read: null
  })
  expect(contentOf(text.chunks, {})).toEqual({
    text: 'Ответ',
    thinking: null,
    sources: null,
    proposals: null,
    read: null
  })
})
