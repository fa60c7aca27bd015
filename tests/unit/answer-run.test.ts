import { describe, expect, test } from 'vitest'
import type { Chunk } from '#durable-objects/answer/chunk.ts'
import { end, failure, fails, run, says, type Stream } from '../support/node/played-routes.ts'

const breaksMidway: Stream = async function* () {
  yield { type: 'text', text: 'начало' }
  throw failure('server')
}

const madeUp: Stream = async function* () {
  yield { type: 'tool-call', index: 0, id: 'call_1', name: 'search' }
  yield { type: 'tool-arguments', index: 0, text: '{}' }
  throw failure('busy')
}

const calling: Stream = async function* () {
  yield { type: 'text', text: 'Посмотрю.' }
  yield { type: 'tool-call', index: 0, id: 'call_1', name: 'search' }
  yield { type: 'end', reason: 'tools', upstreamModel: 'm-1', usage: null }
}

describe('driving a provider stream', () => {
  test('every text is passed on at once', async () => {
    const appended: Chunk[] = []
    const seen: Chunk[][] = []
    const stream: Stream = async function* () {
      yield { type: 'text', text: 'раз ' }
      seen.push([...appended])
      yield { type: 'text', text: 'два' }
      seen.push([...appended])
      yield end
    }
    await run({ routes: { a: [stream] }, appended })
    expect(seen).toEqual([['раз '], ['раз ', 'два']])
  })

  test('a server error before the first character is retried once', async () => {
    const result = await run({ routes: { a: [fails('server'), says('ответ')] } })
    expect(result).toMatchObject({
      end: { kind: 'finished', reason: 'complete' },
      appended: ['ответ'],
      attempts: 2,
      told: ['a server', 'a answers']
    })
  })

  test('a server error after the first character is final, and what arrived is kept', async () => {
    expect(await run({ routes: { a: [breaksMidway], b: [says('другое')] } })).toMatchObject({
      end: { kind: 'failed', failure: { code: 'PROVIDER_FAILED' } },
      appended: ['начало'],
      attempts: 1,
      supplier: 'a'
    })
  })

  test('after a search or a thought a server error is final: the one is billed, the other was shown', async () => {
    for (const piece of [{ type: 'search' }, { type: 'thinking', text: 'Так' }] as const) {
      const stream: Stream = async function* () {
        yield piece
        throw failure('server')
      }
      expect(await run({ routes: { a: [stream], b: [says('другое')] } })).toMatchObject({
        attempts: 1,
        searches: piece.type === 'search' ? 1 : 0,
        end: { kind: 'failed' }
      })
    }
  })

  test('a call of a tool, which a chat does not offer, is nothing that was said: the next route may answer', async () => {
    expect(await run({ routes: { a: [madeUp], b: [says('ответ')] } })).toMatchObject({
      end: { kind: 'finished', reason: 'complete' },
      appended: ['ответ'],
      supplier: 'b'
    })
  })

  test('an answer that ends to call tools has the text before them', async () => {
    expect(await run({ routes: { a: [calling] } })).toMatchObject({
      end: { kind: 'finished', reason: 'tools' },
      appended: ['Посмотрю.']
    })
  })

  test('an overloaded provider is not retried, and its waiting time is passed on', async () => {
    expect(await run({ routes: { a: [fails('busy')] } })).toMatchObject({
      end: { kind: 'failed', failure: { code: 'PROVIDER_BUSY', retryAfterSeconds: 9 } },
      attempts: 1
    })
  })

  test('an aborted signal ends the answer as stopped, whatever error the provider throws', async () => {
    const abort = new AbortController()
    const stream: Stream = async function* () {
      yield { type: 'text', text: 'часть' }
      abort.abort()
      throw failure('cut')
    }
    const result = await run({ routes: { a: [stream], b: [says('другое')] }, stop: abort.signal })
    expect(result).toMatchObject({ end: { kind: 'stopped' }, appended: ['часть'] })
  })
})
