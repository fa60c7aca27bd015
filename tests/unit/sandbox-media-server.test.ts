// The sandbox's media upstreams over a real socket, because a cut connection needs one.
import { once } from 'node:events'
import { createAdaptorServer } from '@hono/node-server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { mediaAccount } from '#providers/media/environment-connections.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import type { MediaProvider as MediaProviderName } from '#contract/catalogue/entry.ts'
import { createSandbox } from '#sandbox/app.ts'
import type { AddressInfo } from 'node:net'
import { mediaRequestOf, mediaSettings, neverAborted, settled } from '../support/node/media-upstream.ts'

/** A timeout only for hanging waits. */
const patience = { timeout: 20_000 }

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function serve() {
  const { app, state } = createSandbox({ speed: 1000 })
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { ...mediaSettings, OPENAI_BASE_URL: `${origin}/openai/v1`, BFL_BASE_URL: `${origin}/bfl/v1` }
  return { state, origin, providerOf: (name: MediaProviderName) => mediaProviderOf(name, mediaAccount(settings, name)) }
}

const requestOf = { openai: 'gpt-image-2.5-flare', bfl: 'flux-2-pro' }

describe.each(['openai', 'bfl'] as const)('%s over a socket', (name) => {
  it('counts work as started even if the connection is cut before the answer', async () => {
    const { state, providerOf } = await serve()
    const request = mediaRequestOf(requestOf[name], { prompt: 'Кот [сбой:обрыв]' })
    const result = await settled(providerOf(name).start(request, neverAborted))

    expect(result).toMatchObject({ error: { kind: 'network', retryable: true } })
    await vi.waitFor(() => expect(state.calls.list()[0]).toMatchObject({ outcome: 'cut', fault: 'cut' }), patience)
    expect(state.tasks.counts()[name]).toMatchObject({ started: 1 })
  })

  it('notices a client that aborts', async () => {
    const { state, providerOf } = await serve()
    const controller = new AbortController()
    const request = mediaRequestOf(requestOf[name], { prompt: 'Кот [сбой:молчание]' })
    const result = settled(providerOf(name).start(request, controller.signal))
    await vi.waitFor(() => expect(state.tasks.counts()[name]).toMatchObject({ started: 1 }), patience)
    controller.abort(new Error('left'))

    expect(await result).toMatchObject({ error: { message: 'left' } })
    await vi.waitFor(() => expect(state.calls.list()[0]).toMatchObject({ outcome: 'aborted' }), patience)
  })
})

it('/media.json reports the highest number of tasks at once, and DELETE resets it', async () => {
  const { origin, providerOf } = await serve()
  const prompt = 'Кот [сбой:вечно]'
  const request = mediaRequestOf('flux-2-pro', { prompt, width: 256, height: 256 })
  for (let job = 0; job < 3; job++) await providerOf('bfl').start(request, neverAborted)
  const read = async () => (await fetch(`${origin}/media.json`)).json()

  expect(await read()).toEqual({
    providers: { bfl: { started: 3, running: 3, maxRunning: 3 } },
    files: { files: 0, bytes: 0 }
  })
  await fetch(`${origin}/media.json`, { method: 'DELETE' })
  expect(await read()).toMatchObject({ providers: { bfl: { started: 0, running: 3, maxRunning: 3 } } })
})
