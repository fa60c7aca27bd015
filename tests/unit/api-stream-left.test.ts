// A client that leaves while the next word is waited for: nothing is written any more, and no failure is noted.
import { expect, test, vi } from 'vitest'
import type { ChatPiece } from '#providers/chat/provider.ts'
import { PieceQueue } from '#worker/api/calls/piece-queue.ts'
import type { ModelCall } from '#worker/api/calls/model-call.ts'
import { streamed } from '#worker/api/calls/respond.ts'
import type { AppContext } from '#worker/http/context.ts'

test('a stream whose client has left ends without a word', async () => {
  const pieces = new PieceQueue<ChatPiece>()
  const ended = vi.fn(async () => ({}))
  const call = { pieces, ended, leave: () => pieces.close(), notePassed: () => undefined } as unknown as ModelCall
  const raw = { signal: new AbortController().signal }
  const c = {
    req: { raw },
    var: { requestId: 'r' },
    body: (body: BodyInit) => new Response(body)
  } as unknown as AppContext
  const error = vi.fn(() => 'error')
  const writer = { begin: () => 'begin ', piece: () => 'word ', end: () => 'end', error, ping: 'ping' }
  pieces.push({ kind: 'text', text: 'Да' } as unknown as ChatPiece)
  const { body } = await streamed(c, call, writer)
  const reader = body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('begin word ')
  const next = reader.read()
  await reader.cancel()
  expect(await next).toEqual({ done: true, value: undefined })
  await vi.waitFor(() => expect(ended).toHaveBeenCalled(), { timeout: 20_000 })
  await new Promise((resolve) => setImmediate(resolve))
  expect(error).not.toHaveBeenCalled()
})
