// A caller's stop texts: the text ends before the first of them, also where the supplier does not know them.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import { StopText } from '#providers/chat/stop-text.ts'
import { chunk, data, done, readBody, said, stop } from '../support/node/chat-chunks.ts'
import { answering, chatRequestOf, connectionTo, outcomeOf, streamOf, textOf } from '../support/node/fake-upstream.ts'

/** What is left of a text that comes in pieces. */
function leftOf(pieces: readonly string[], stops: readonly string[]): string {
  const stopText = new StopText(stops)
  let left = ''
  for (const piece of pieces) {
    const { text, stopText: found } = stopText.take(piece)
    left += text
    if (found !== null) return left
  }
  return left + stopText.rest()
}

/** The same, found in the plainest way: the shortest beginning that ends with a stop text, without it. */
function plainly(text: string, stops: readonly string[]): string {
  for (let length = 1; length <= text.length; length += 1) {
    const beginning = text.slice(0, length)
    const ended = stops.filter((one) => one !== '' && beginning.endsWith(one))
    if (ended.length > 0) return beginning.slice(0, length - Math.max(...ended.map((one) => one.length)))
  }
  return text
}

test('the same is left however the text is split', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 })
  const stops = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 4 }), { maxLength: 4 })
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 8 }), stops, (pieces, texts) => {
      expect(leftOf(pieces, texts)).toBe(plainly(pieces.join(''), texts))
    }),
    { numRuns: 2000 }
  )
})

describe('answers', () => {
  const ended = { reason: 'complete', usage: null }

  test('end before the stop text, and nothing after it is read', async () => {
    const body = said('раз, дв') + said('а, три') + said(', четыре') + stop
    const { text, end, error } = await readBody(body, { stop: ['три', 'два'] })
    expect({ text, end, error }).toMatchObject({ text: 'раз, ', end: ended, error: null })
  })

  test('keep what only began like a stop text', async () => {
    expect(await readBody(said('раз, дв') + stop + done, { stop: ['два'] })).toMatchObject({
      text: 'раз, дв',
      end: { reason: 'complete' }
    })
    const failing = said('раз, дв') + data({ error: { message: 'x', code: 500 } })
    expect(await readBody(failing, { stop: ['два'] })).toMatchObject({ text: 'раз, дв', error: { kind: 'server' } })
    expect(await readBody(said('раз, дв'), { stop: ['два'] })).toMatchObject({
      text: 'раз, дв',
      error: { kind: 'cut' }
    })
  })

  test('are not ended by thinking or arguments', async () => {
    const thought = data(chunk({ reasoning_content: 'СТОП' }))
    const call = data(chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '"СТОП"' } }] }))
    const { text, thinking, end } = await readBody(thought + said('СТ') + call + stop, {
      stop: ['СТОП'],
      showsThinking: true
    })
    expect({ text, thinking, end }).toMatchObject({ text: 'СТ', thinking: 'СТОП', end: { reason: 'tools' } })
  })

  test.each(['openai', 'anthropic'] as const)('of %s release their connection', async (name) => {
    const spoken = {
      openai: 'event: response.output_text.delta\ndata: {"delta":"раз\\nдва"}\n\n',
      anthropic: 'event: content_block_delta\ndata: {"delta":{"type":"text_delta","text":"раз\\nдва"}}\n\n'
    }
    const stream = streamOf([spoken[name]], 'silence')
    const { send } = answering(() => stream.response)
    const request = chatRequestOf('model', { stop: ['\n'] })
    const { events } = await outcomeOf(
      chatProviderOf(connectionTo(name), { send }).stream(request, new AbortController().signal)
    )
    expect(textOf(events)).toBe('раз')
    expect(events.at(-1)).toMatchObject(ended)
    await Promise.resolve()
    expect(stream.isReleased()).toBe(true)
  })
})
