// `/v1/audio/speech` as the real client of OpenAI sees it, and what it costs.
import OpenAI from 'openai'
import { beforeEach, expect, test } from 'vitest'
import { newCaller } from '../support/worker/api-caller.ts'
import { sendToApi } from '../support/worker/api-clients.ts'
import { moneyOf, rowsOf } from '../support/worker/generating.ts'
import { controlSandbox } from '../support/worker/jobs.ts'

beforeEach(() => controlSandbox({ speed: 20_000 }))

const apiError = (error: unknown) => {
  if (error instanceof OpenAI.APIError) return { status: error.status, param: error.param, message: error.message }
  throw error
}

test('a text is spoken by a voice of the name that clients know, and costs by its length', async () => {
  const { person, key, client } = await newCaller(20)
  const answer = await client.audio.speech.create({ model: 'tts-1', voice: 'nova', input: 'Привет. '.repeat(150) })
  expect(answer.headers.get('content-type')).toBe('audio/mpeg')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(bytes.length).toBe(Number(answer.headers.get('content-length')))
  expect(bytes.length).toBeGreaterThan(1000)
  expect(await moneyOf(person)).toEqual({ availableTokens: 18, reservedTokens: 0 })
  const [row] = await rowsOf(person)
  expect(row).toMatchObject({ service: 'elevenlabs', parameters: { voice: 'jessica', format: 'mp3' } })
  const id = answer.headers.get('x-generation-id')
  const told = await sendToApi(key.text, `/v1/generation?id=${id}`)
  expect(await told.json()).toMatchObject({ data: { model: 'elevenlabs', total_cost: 2, outcome: 'complete' } })
})

test('our own voices, speeds and WAV are taken', async () => {
  const { person, client } = await newCaller(20)
  const voice = { id: 'daniel' }
  const asked = { model: 'elevenlabs', voice, input: 'Раз, два.', speed: 1.25, response_format: 'wav' } as const
  const answer = await client.audio.speech.create(asked)
  expect(answer.headers.get('content-type')).toMatch(/^audio\/(x-)?wav$/)
  const [row] = await rowsOf(person)
  expect(row).toMatchObject({ parameters: { voice: 'daniel', speed: '1.25', format: 'wav' } })
})

/** With what the refusal says of the field. */
const refusals: [body: object, param: string, said?: RegExp][] = [
  [{ input: '' }, 'input'],
  [{ input: 'а'.repeat(20_001) }, 'input'],
  [{ input: 'Привет', voice: 'никто' }, 'voice'],
  [{ input: 'Привет', speed: 1.1 }, 'speed', /нет\. Есть: 0\.5, 0\.75, 1, 1\.25, 1\.5$/],
  [{ input: 'Привет', response_format: 'pcm' }, 'response_format'],
  [{ input: 'Привет', stream_format: 'sse' }, 'stream_format'],
  [{ input: 'Привет', model: 'dall-e-3' }, 'model']
]

test.for(refusals)('%j is refused at «%s»', async ([body, param, said = /./]) => {
  const { person, client } = await newCaller(20)
  const asked = { model: 'tts-1', voice: 'alloy', ...body } as OpenAI.Audio.SpeechCreateParams
  expect(await client.audio.speech.create(asked).catch(apiError)).toMatchObject({
    param,
    message: expect.stringMatching(said)
  })
  expect(await rowsOf(person)).toEqual([])
})
