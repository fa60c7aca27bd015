import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventStream, type StreamedEvent } from '#contract/event-stream.ts'

function eventsOf(texts: readonly string[]): StreamedEvent[] {
  const events: StreamedEvent[] = []
  const feed = eventStream((event) => events.push(event))
  texts.forEach(feed)
  return events
}

/** As the package reads them, whose parser of events is used by millions. */
function expectedOf(texts: readonly string[]): StreamedEvent[] {
  const events: StreamedEvent[] = []
  const parser = createParser({ onEvent: ({ id, event, data }) => events.push({ id, event, data }) })
  texts.forEach(parser.feed)
  return events
}

const field = fc.constantFrom('data', 'event', 'id', 'retry', '', 'other', 'dat', 'data ', ' data')
const value = fc.constantFrom('', 'a', ' a', '{"b": "c:d"}', ':', 'длинно', '0', 'x\0y')
const line = fc.oneof(
  fc.tuple(field, fc.constantFrom(':', ': ', ':  ', ''), value).map((parts) => parts.join('')),
  fc.constant('')
)
const end = fc.constantFrom('\n', '\r\n', '\r')
const stream = fc.array(fc.tuple(line, end), { maxLength: 30 }).map((lines) => `${lines.flat().join('')}\n`)
const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 8 })

test('reads what the package reads, however the text is cut', () => {
  fc.assert(
    fc.property(stream, cuts, (text, places) => {
      const sorted = [0, ...places.toSorted((one, other) => one - other), text.length]
      const texts = sorted.map((place, index) => text.slice(place, sorted[index + 1]))
      expect(eventsOf(texts)).toEqual(expectedOf(texts))
    }),
    { numRuns: 2000 }
  )
})

test('an event that does not end is given up once, and nothing follows', () => {
  const events: StreamedEvent[] = []
  let times = 0
  const feed = eventStream((event) => events.push(event), { charactersMax: 20, onTooLong: () => (times += 1) })
  feed('data: short\n\ndata: 1234567890')
  expect([events.length, times]).toEqual([1, 0])
  for (const text of ['\ndata: 1234567890', 'data\n\n', 'data: later\n\n']) feed(text)
  expect([events.length, times]).toEqual([1, 1])
})

test('a line of ten million characters in small texts is read at once', () => {
  const events: StreamedEvent[] = []
  const feed = eventStream((event) => events.push(event))
  const began = performance.now()
  feed('data: ')
  for (let read = 0; read < 1000; read += 1) feed('x'.repeat(10_000))
  feed('\n\n')
  expect(events[0]?.data.length).toBe(10_000_000)
  expect(performance.now() - began).toBeLessThan(2000)
})
