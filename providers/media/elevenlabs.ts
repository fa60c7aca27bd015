// Text to speech by ElevenLabs.
import { directProvider } from './direct-provider.ts'
import { textAt } from '../http/fields.ts'
import { callForFile, discard, type FileAnswer, isEmpty } from '../http/file-answer.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import type { MediaEnd, MediaProvider, MediaRequest } from './media.ts'

export interface ElevenlabsSettings {
  ELEVENLABS_BASE_URL: string
  ELEVENLABS_API_KEY: string
}

// The longest text, ten thousand characters, gives ten minutes of speech.
const startTimeoutMs = 180_000
// Comes with status 403, as a missing permission of our account does.
const moderationCodes = ['content_against_policy']

export const elevenlabsProvider = (settings: ElevenlabsSettings, options: MediaOptions = {}): MediaProvider =>
  directProvider({ startTimeoutMs, moderationCodes }, async (request, signal) =>
    endOf(await callForFile(callOf(settings, request), signal, options))
  )

function callOf(settings: ElevenlabsSettings, request: MediaRequest): MediaCall {
  const { voice, body } = speechOf(request)
  return {
    provider: 'elevenlabs',
    url: `${settings.ELEVENLABS_BASE_URL}/v1/text-to-speech/${encodeURIComponent(voice)}?output_format=mp3_44100_128`,
    headers: { 'xi-api-key': settings.ELEVENLABS_API_KEY, accept: 'audio/mpeg' },
    body,
    // Two error formats are in use; the older one has its code in `status`.
    codeOf: (answer) => textAt(answer, 'detail', 'status') ?? textAt(answer, 'detail', 'code'),
    timeoutMs: startTimeoutMs
  }
}

/**
 * `playbackRate` is applied by the player, for speeds that the provider lacks.
 * @throws Error for any other unknown option, which means that the catalogue offers too much
 */
function speechOf({ model, options }: MediaRequest) {
  const { prompt, voice, speed, playbackRate: _, ...others } = options
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new Error(`ElevenLabs does not take ${unknown}`)
  return {
    voice: String(voice),
    body: { text: prompt, model_id: model, ...(speed !== undefined && { voice_settings: { speed } }) }
  }
}

/** A success without a recording also ends the job, because the result cannot be fetched in another way. */
async function endOf({ headers, file }: FileAnswer): Promise<MediaEnd> {
  const isRecording = headers.get('content-type')?.startsWith('audio/') === true
  if (isRecording && !isEmpty(file)) return { state: 'finished', outputs: [file] }
  await discard(file)
  return { state: 'failed', reason: 'failed', code: 'no_recording' }
}
