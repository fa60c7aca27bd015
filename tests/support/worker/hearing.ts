// Calls of the API that write recordings down, as tests make them.
import { env } from 'cloudflare:workers'
import OpenAI from 'openai'
import type { KeyChoice } from '#durable-objects/keys/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { newCaller } from './api-caller.ts'
import { openaiWith, type TestKey } from './api-clients.ts'
import { fileOf } from './sounds.ts'

/** A user who has bought tokens, with a key. */
export async function caller(tokens = 100, choice: Partial<KeyChoice> = {}) {
  const { person, key } = await newCaller(tokens, choice)
  return { person, user: userOf(env, person.userId), key }
}

interface Heard {
  id: string
  text: string
  usage: { type: 'duration'; seconds: number; cost: number }
}

export type HearChoice = Partial<OpenAI.Audio.TranscriptionCreateParamsNonStreaming>

/** The recording written down, as the SDK asks for it. */
export async function hear(
  key: TestKey,
  bytes: Uint8Array,
  more: HearChoice = {},
  options: OpenAI.RequestOptions = {}
) {
  const asked = { model: 'whisper-1', file: await fileOf(bytes), ...more }
  return (await openaiWith(key).audio.transcriptions.create(asked, options)) as unknown as Heard
}

/** `402 insufficient_quota`; or that it was answered. */
export const outcomeOf = (heard: Promise<unknown>): Promise<string> =>
  heard.then(
    () => 'answered',
    (error: unknown) =>
      error instanceof OpenAI.APIError ? `${error.status} ${error.code} ${error.param ?? ''}`.trim() : 'bug'
  )
