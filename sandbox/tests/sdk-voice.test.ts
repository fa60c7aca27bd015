// The sandbox's ElevenLabs, held against the client that its maker publishes.
import { ElevenLabsClient } from '@elevenlabs/elevenlabs-js'
import { expect, it } from 'vitest'
import { serveSandbox } from '#tests/support/node/sandbox-server.ts'

const { origin } = serveSandbox()
const client = (apiKey = 'local-key') =>
  new ElevenLabsClient({ apiKey, baseUrl: `${origin()}/elevenlabs`, maxRetries: 0 })
const voice = 'JBFqnCBsd6RMkjVDRZzb'
const asked = (text: string) => ({ text, modelId: 'eleven_multilingual_v2', outputFormat: 'mp3_44100_128' as const })

it('speaks', async () => {
  const recording = await client().textToSpeech.convert(voice, asked('Тихое море'))
  expect((await new Response(recording).arrayBuffer()).byteLength).toBeGreaterThan(1000)
})

it('speaks with the times of the characters', async () => {
  const { audioBase64, alignment } = await client().textToSpeech.convertWithTimestamps(voice, asked('Море'))
  expect(audioBase64.length).toBeGreaterThan(1000)
  expect(alignment?.characters).toEqual([...'Море'])
})

it('refuses a wrong key', async () => {
  await expect(client('invalid').textToSpeech.convert(voice, asked('Море'))).rejects.toMatchObject({ statusCode: 401 })
})
