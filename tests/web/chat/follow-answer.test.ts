import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { doneEvent, eventsOf, follow, offline, refusedWith, streamOf } from './answer-server.ts'

const chunks = ['Привет, ', 'мир 👋', '!\n\n', '- пункт', '\n', ' конец']
const events = eventsOf(chunks)
const whole = chunks.join('')
/** The events that the reader has not received yet. */
const rest = (lastId: number) => streamOf(events, lastId)
const silent = () => new Response(new ReadableStream({ start: () => undefined }))

describe('following an answer', () => {
  test('collects the text and ends with the end event', async () => {
    const { verdict, state, requests } = await follow({ ask: [() => streamOf(events, -1)], join: [] })
    expect({ verdict, text: state.text, end: state.end, requests }).toEqual({
      verdict: { type: 'ended' },
      text: whole,
      end: doneEvent,
      requests: ['ask']
    })
  })

  test('neither loses nor repeats a byte, wherever the connections break', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ cutAfter: fc.nat(1200), breaks: fc.boolean(), back: fc.nat(4) }), { maxLength: 6 }),
        fc.boolean(),
        async (cuts, joined) => {
          const steps = cuts.map(
            ({ cutAfter, breaks, back }) =>
              (lastId: number) =>
                // A server may repeat events that this reader has already received.
                streamOf(events, Math.max(-1, lastId - back), { cutAfter, breaks })
          )
          const [first = rest, ...others] = steps
          const { verdict, state } = await (joined
            ? follow({ join: [...steps, rest] })
            : follow({ ask: [first], join: [...others, rest] }))
          expect({ verdict, text: state.text, end: state.end }).toEqual({
            verdict: { type: 'ended' },
            text: whole,
            end: doneEvent
          })
        }
      ),
      { numRuns: 150 }
    )
  })

  test('reconnects after a gap between two events', async () => {
    const gap = [...events.slice(0, 3), { type: 'delta' as const, text: '' }, ...events.slice(4)]
    const { state, requests } = await follow({
      ask: [
        () => {
          const text = gap
            .map((event, id) => (id === 3 ? '' : `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`))
            .join('')
          return new Response(text)
        }
      ],
      join: [rest]
    })
    expect({ text: state.text, requests }).toEqual({ text: whole, requests: ['ask', 'join after 2'] })
  })

  test('skips unknown events, and reconnects after an event that it cannot parse', async () => {
    const { state, requests } = await follow({
      join: [
        () => new Response(`id: 0\ndata: ${JSON.stringify(events[0])}\n\nid: 1\ndata: {"type":"news"}\n\n`),
        () => new Response('id: 2\ndata: {"type":"done"}\n\n'),
        () => new Response('id: 2\ndata: {"type":"del\n\n'),
        () => new Response(`id: 2\ndata: ${JSON.stringify(doneEvent)}\n\n`)
      ]
    })
    expect({ end: state.end, requests }).toEqual({
      end: doneEvent,
      requests: ['join after -1', 'join after 1', 'join after 1', 'join after 1']
    })
  })

  test('joins an answer that is already running', async () => {
    const { verdict, state, requests } = await follow({
      ask: [() => refusedWith(409, 'OPERATION_IN_PROGRESS')],
      join: [rest]
    })
    expect({ verdict, text: state.text, requests }).toEqual({
      verdict: { type: 'ended' },
      text: whole,
      requests: ['ask', 'join after -1']
    })
  })

  test('asks whether the server has a request that got no reply, before it sends the request again', async () => {
    const taken = await follow({ ask: [offline], join: [rest] })
    expect(taken.requests).toEqual(['ask', 'join after -1'])
    const lost = await follow({
      ask: [offline, () => streamOf(events, -1)],
      join: [() => refusedWith(404, 'NOT_FOUND')]
    })
    expect({ requests: lost.requests, text: lost.state.text }).toEqual({
      requests: ['ask', 'join after -1', 'ask'],
      text: whole
    })
  })

  test.each([
    [402, 'INSUFFICIENT_TOKENS'],
    [403, 'MODEL_NOT_IN_PLAN'],
    [422, 'IDEMPOTENCY_MISMATCH'],
    [429, 'RATE_LIMITED'],
    [502, 'PROVIDER_FAILED']
  ])('returns a refusal (%i %s) without another attempt', async (status, code) => {
    const { verdict, requests } = await follow({ ask: [() => refusedWith(status, code)], join: [] })
    expect({ verdict, requests }).toEqual({
      verdict: { type: 'refused', error: refusedWith(status, code) },
      requests: ['ask']
    })
  })

  test.each([
    [404, 'NOT_FOUND'],
    [410, 'ANSWER_EXPIRED']
  ])('returns `gone` when the server has no such answer (%i)', async (status, code) => {
    const { verdict } = await follow({ join: [() => refusedWith(status, code)] })
    expect(verdict).toEqual({ type: 'gone' })
  })

  test('gives up after nine attempts without an event, and returns `lost`', async () => {
    const { verdict, requests, phases } = await follow({ join: Array.from({ length: 9 }, () => offline) })
    expect({ verdict, attempts: requests.length, phases }).toEqual({
      verdict: { type: 'lost' },
      attempts: 9,
      phases: ['reconnecting']
    })
  })

  test('keeps trying as long as an attempt brings an event now and then', async () => {
    const oneMore = (lastId: number) => streamOf(events.slice(0, lastId + 2), lastId)
    const failures = Array.from({ length: 7 }, () => offline)
    const { verdict, state } = await follow({
      join: events.flatMap(() => [...failures, oneMore])
    })
    expect({ verdict, text: state.text }).toEqual({ verdict: { type: 'ended' }, text: whole })
  })

  test('leaves a connection that falls silent', async () => {
    const { state, requests } = await follow({ join: [silent, rest] })
    expect({ text: state.text, requests }).toEqual({ text: whole, requests: ['join after -1', 'join after -1'] })
  })

  test('returns a refusal when the request never reached the server', async () => {
    const { verdict } = await follow({
      ask: Array.from({ length: 9 }, () => offline),
      join: Array.from({ length: 9 }, () => offline)
    })
    expect(verdict).toEqual({ type: 'refused', error: offline() })
  })
})
