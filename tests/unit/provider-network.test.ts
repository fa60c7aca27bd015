// The adapters with the platform's own `fetch` and a real socket, which fakes in one process cannot show.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import { chatRequestOf, connectionTo, fixtureOf, outcomeOf, textOf } from '../support/node/fake-upstream.ts'

const request = chatRequestOf('gpt-6-luna')
const body = fixtureOf('openai-responses-stream.txt')
const firstHalf = body.slice(0, body.indexOf('event: response.output_text.done'))

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function serve(handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
  const server = createServer((incoming, outgoing) => {
    incoming.resume()
    handle(incoming, outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return chatProviderOf(connectionTo('openai', { baseUrl: `http://127.0.0.1:${port}/v1` }))
}

const begin = (outgoing: ServerResponse) => outgoing.writeHead(200, { 'content-type': 'text/event-stream' })

test('a socket destroyed in the middle is a cut, after the text that arrived', async () => {
  const provider = await serve((_, outgoing) => {
    begin(outgoing).write(firstHalf, () => outgoing.destroy())
  })
  const { events, error } = await outcomeOf(provider.stream(request, new AbortController().signal))
  expect(textOf(events)).toBe('Привет! Чем помочь?')
  expect(error).toMatchObject({ kind: 'cut', retryable: true })
})

test('a socket destroyed before the headers is a network failure', async () => {
  const provider = await serve((_, outgoing) => outgoing.destroy())
  const { error } = await outcomeOf(provider.stream(request, new AbortController().signal))
  expect(error).toMatchObject({ kind: 'network', retryable: true, status: null })
})

test('a refused connection is a network failure with its code', async () => {
  const provider = await serve(() => undefined)
  closers.splice(0).forEach((close) => close())
  const { error } = await outcomeOf(provider.stream(request, new AbortController().signal))
  expect(error).toMatchObject({ kind: 'network', code: 'ECONNREFUSED' })
})

test.each(['abort', 'leaving the loop'])('%s closes the socket', async (way) => {
  const controller = new AbortController()
  const closed = Promise.withResolvers<void>()
  const provider = await serve((_, outgoing) => {
    outgoing.on('close', () => closed.resolve())
    begin(outgoing).write(firstHalf)
  })
  const read = async () => {
    for await (const event of provider.stream(request, controller.signal)) {
      expect(event).toMatchObject({ type: 'text' })
      if (way === 'leaving the loop') return
      controller.abort()
    }
  }
  if (way === 'abort') await expect(read()).rejects.toMatchObject({ name: 'AbortError' })
  else await read()
  await closed.promise
})

test('calls that ended well reuse connections', async () => {
  const calls = 5
  const ports = new Set<number | undefined>()
  const answers: ServerResponse[] = []
  const provider = await serve((incoming, outgoing) => {
    ports.add(incoming.socket.remotePort)
    answers.push(begin(outgoing))
    outgoing.write(body)
  })
  for (let call = 0; call < calls; call++) {
    const { error } = await outcomeOf(provider.stream(request, new AbortController().signal))
    expect(error).toBeNull()
    // The end of the body is a packet of its own and may arrive after the last event was read.
    const closed = once(answers[call]!, 'close')
    answers[call]!.end()
    await closed
  }
  // A cancelled body would cost one connection per call. A call may still start before the previous one was cleaned up.
  expect(ports.size).toBeLessThan(calls)
})

test('a redirect is not followed, because it would carry the key to another host', async () => {
  const paths: (string | undefined)[] = []
  const provider = await serve((incoming, outgoing) => {
    paths.push(incoming.url)
    outgoing.writeHead(307, { location: '/elsewhere' }).end()
  })
  const { error } = await outcomeOf(provider.stream(request, new AbortController().signal))
  expect(error).toMatchObject({ kind: 'server', status: 307, retryable: false })
  expect(paths).toEqual(['/v1/responses'])
})
