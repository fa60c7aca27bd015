// What a stream of the API writes when: to a client that has left, of which the stream alone knows; to one that reads late; words that come fast.
import { expect, test, vi } from 'vitest'
import type { ChatPiece } from '#providers/chat/provider.ts'
import type { ModelCall } from '#worker/api/calls/model-call.ts'
import { PieceQueue } from '#worker/api/calls/piece-queue.ts'
import { streamed } from '#worker/api/calls/respond.ts'
import type { AppContext } from '#worker/http/context.ts'

const textOf = (piece: ChatPiece) => ('text' in piece ? piece.text : '')

const body = (stream: ReadableStream) => new Response(stream)

test('a stream whose client has left ends without a word', async () => {
  const pieces = new PieceQueue<ChatPiece>()
  const ended = vi.fn(async () => ({}))
  const notePassed = vi.fn()
  const call = { pieces, ended, leave: () => pieces.close(), notePassed } as unknown as ModelCall
  const raw = { signal: new AbortController().signal }
  const c = { req: { raw }, var: { requestId: 'r' }, body } as unknown as AppContext
  const error = vi.fn(() => 'error')
  const writer = { begin: () => 'begin ', piece: () => 'word ', end: () => 'end', error, ping: 'ping' }
  pieces.push({ kind: 'text', text: 'Да' } as unknown as ChatPiece)
  const reader = (await streamed(c, call, writer)).body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('begin word ')
  void reader.read()
  await vi.waitFor(() => expect(notePassed).toHaveBeenCalled(), { timeout: 20_000 })
  // What workerd does for a connection that broke.
  vi.spyOn(ReadableStreamDefaultController.prototype, 'enqueue').mockImplementation(() => {
    throw new TypeError('The stream is closed')
  })
  pieces.close()
  await vi.waitFor(() => expect(ended).toHaveBeenCalled(), { timeout: 20_000 })
  // A turn of the event loop: whatever would be written has been written.
  await scheduler.wait(0)
  expect(error).not.toHaveBeenCalled()
})

test('a client that reads late gets all that has come, however much', async () => {
  const count = 300_000
  const pieces = new PieceQueue<ChatPiece>()
  for (let number = 0; number < count; number += 1) pieces.push({ type: 'text', text: 'a' })
  pieces.close()
  const call = { pieces, ended: async () => ({}), leave: vi.fn(), notePassed: vi.fn() } as unknown as ModelCall
  const c = { req: { raw: { signal: new AbortController().signal } }, body } as unknown as AppContext
  const writer = { begin: () => '', piece: () => 'a', end: () => 'end', error: () => 'error', ping: 'ping' }
  expect(await (await streamed(c, call, writer)).text()).toBe(`${'a'.repeat(count)}end`)
})

test('words that come within a moment of a write go out together, and the end at once', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const pieces = new PieceQueue<ChatPiece>()
  const say = (text: string) => pieces.push({ type: 'text', text })
  const call = { pieces, ended: async () => ({}), leave: vi.fn(), notePassed: vi.fn() } as unknown as ModelCall
  const c = { req: { raw: { signal: new AbortController().signal } }, body } as unknown as AppContext
  const writer = { begin: () => '', piece: textOf, end: () => '.', error: () => 'error', ping: 'ping' }
  try {
    // Of which clients of the form are not told.
    pieces.push({ type: 'search' })
    const reader = (await streamed(c, call, writer)).body!.getReader()
    const next = async () => new TextDecoder().decode((await reader.read()).value)
    const first = next()
    await scheduler.wait(0)
    say('а')
    expect(await first).toBe('а')
    const second = next()
    for (const text of ['б', 'в', 'г']) {
      say(text)
      // Turns of the event loop, which would each be a write.
      await scheduler.wait(0)
      vi.advanceTimersByTime(5)
    }
    vi.advanceTimersByTime(20)
    expect(await second).toBe('бвг')
    const third = next()
    vi.advanceTimersByTime(33)
    say('д')
    // So long after the write before it, nothing is waited for.
    expect(await third).toBe('д')
    const last = next()
    say('е')
    await scheduler.wait(0)
    pieces.close()
    expect((await last) + (await next())).toBe('е.')
  } finally {
    vi.useRealTimers()
  }
})
