// Speech by ElevenLabs.
import { directProvider } from './direct-provider.ts'
import { textAt } from '../http/fields.ts'
import { callForBytes } from '../http/upstream-call.ts'
import type { MediaAnswer, MediaCall, MediaOptions } from '../http/upstream-call.ts'
import type { MediaEnd, MediaProvider, MediaRequest } from './media.ts'

export interface ElevenlabsSettings {
  ELEVENLABS_BASE_URL: string
  ELEVENLABS_API_KEY: string
}

// The longest text, ten thousand characters, makes ten minutes of speech: 10 MB at 128 kbit/s.
const startTimeoutMs = 180_000
const recordingBytesMax = 16 * 1024 * 1024
// It comes as 403, like a missing permission of ours.
const moderationCodes = ['content_against_policy']

export const elevenlabsProvider = (settings: ElevenlabsSettings, options: MediaOptions = {}): MediaProvider =>
  directProvider({ startTimeoutMs, moderationCodes }, async (request, signal) =>
    endOf(await callForBytes(callOf(settings, request), signal, options))
  )

function callOf(settings: ElevenlabsSettings, request: MediaRequest): MediaCall {
  const { voice, body } = speechOf(request)
  return {
    provider: 'elevenlabs',
    url: `${settings.ELEVENLABS_BASE_URL}/v1/text-to-speech/${encodeURIComponent(voice)}?output_format=mp3_44100_128`,
    headers: { 'xi-api-key': settings.ELEVENLABS_API_KEY, accept: 'audio/mpeg' },
    body,
    // Two generations of errors are in use: the older one calls its code `status`.
    codeOf: (answer) => textAt(answer, 'detail', 'status') ?? textAt(answer, 'detail', 'code'),
    timeoutMs: startTimeoutMs,
    bytesMax: recordingBytesMax
  }
}

/**
 * `playbackRate` is the player's part of a speed that the provider does not have.
 * @throws Error for any other option that is not known: the catalogue promises too much
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

/** A success without a recording ends the job too: there is no other way to the result. */
function endOf({ headers, bytes }: MediaAnswer): MediaEnd {
  const isRecording = headers.get('content-type')?.startsWith('audio/') === true
  if (!isRecording || bytes.byteLength === 0) return { state: 'failed', reason: 'failed', code: 'no_recording' }
  return { state: 'finished', outputs: [{ kind: 'bytes', bytes }] }
}
