import { describe, expect, test } from 'vitest'
import { transcribe } from '#providers/media/transcription.ts'
import type { TranscriptionOptions } from '#providers/media/transcription.ts'
import { errorOf, fixtureOf } from '../support/node/fake-upstream.ts'
import { accountAt, replying, settled } from '../support/node/media-upstream.ts'

const recording = { bytes: new Uint8Array([1, 2, 3]), type: 'audio/webm', filename: 'speech.webm', languages: ['ru'] }

const hear = (answer: () => Response | Promise<Response>, options: TranscriptionOptions = {}) =>
  settled(transcribe(accountAt('openai'), recording, { send: replying(answer).send, ...options }))

test('the recording is sent as a file named after its container, with a list of languages', async () => {
  const { send, sent } = replying(() => new Response(fixtureOf('openai-transcription.json')))
  expect(await transcribe(accountAt('openai'), recording, { send })).toEqual({ text: 'Составь план на неделю.' })
  expect(sent).toMatchObject([
    {
      url: 'http://sandbox.test/openai/v1/audio/transcriptions',
      method: 'POST',
      headers: { authorization: 'Bearer openai-key' }
    }
  ])
  expect(sent[0]?.body).toEqual({
    model: 'gpt-transcribe',
    'languages[]': 'ru',
    response_format: 'json',
    file: { name: 'speech.webm', type: 'audio/webm', bytes: recording.bytes }
  })
})

test('a silent recording gives an empty text, not a failure', async () => {
  expect(await hear(() => new Response(fixtureOf('openai-transcription-empty.json')))).toEqual({ text: '' })
})

describe('failures', () => {
  test.each([
    ['400-invalid-audio', 'rejected'],
    ['401-invalid-key', 'unauthorized'],
    ['404-model-not-found', 'model-gone'],
    ['429-rate-limit', 'busy'],
    ['429-insufficient-quota', 'unpaid'],
    ['500-server-error', 'server'],
    ['503-overloaded', 'busy']
  ])('%s is %s', async (name, kind) => {
    const result = await hear(() => errorOf(Number(name.slice(0, 3)), fixtureOf(`openai-error-${name}.json`)))
    expect(result).toMatchObject({ error: { name: 'ProviderFailure', provider: 'openai', kind } })
  })

  test.each([
    ['a page', () => new Response('<!doctype html>'), 'malformed'],
    ['no text', () => new Response('{"usage":{}}'), 'malformed'],
    ['no answer', () => Promise.reject(new TypeError('fetch failed')), 'network'],
    ['an answer that never comes', () => new Promise<Response>(() => undefined), 'timeout']
  ])('%s is a failure', async (_, answer, kind) => {
    expect(await hear(answer, { timeoutMs: 20 })).toMatchObject({ error: { kind } })
  })

  test('an aborted call throws the caller’s own reason', async () => {
    const controller = new AbortController()
    const result = hear(() => new Promise<Response>(() => undefined), { signal: controller.signal })
    controller.abort(new Error('left'))
    expect(await result).toMatchObject({ error: { message: 'left' } })
  })
})
