// Text to speech by ElevenLabs, with the times at which the characters are spoken.
import type { Account } from '../http/connection.ts'
import { withPauses } from '#contract/catalogue/pauses.ts'
import { voiceIdOf } from './elevenlabs-voices.ts'
import { directProvider } from './direct-provider.ts'
import { ProviderFailure } from '../http/failure.ts'
import { fieldAt, textAt } from '../http/fields.ts'
import { callForJsonFiles } from '../http/upstream-call.ts'
import type { JsonFiles } from '../http/json-files.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import type { MediaEnd, MediaProvider, MediaRequest, SpeechTiming } from './media.ts'
import { notTaken } from './refusal.ts'

// A part of a text is a minute of speech; a recording without parts is ten times as long.
const startTimeoutMs = 120_000
// Comes with status 403, as a missing permission of our account does.
const moderationCodes = ['content_against_policy']
/** The longest silence that one mark gives. */
const breakSecondsMax = 3

export const elevenlabsProvider = (account: Account, options: MediaOptions = {}): MediaProvider =>
  directProvider({ startTimeoutMs, moderationCodes }, async (request, signal) => {
    const call = callOf(account, request)
    try {
      const { body, files } = await callForJsonFiles(call, signal, options)
      return endOf(body, files)
    } catch (error) {
      if (error instanceof ProviderFailure && error.kind === 'malformed' && error.code === null) return noRecording
      throw error
    }
  })

const noRecording = { state: 'failed', reason: 'failed', code: 'no_recording' } as const

function callOf(account: Account, request: MediaRequest): MediaCall {
  const { voice, outputFormat, body } = speechOf(account.supplier, request)
  const path = `/v1/text-to-speech/${encodeURIComponent(voice)}/with-timestamps`
  return {
    provider: account.supplier,
    url: `${account.baseUrl}${path}?output_format=${outputFormat}`,
    headers: { 'xi-api-key': account.apiKey },
    body,
    // Two error formats are in use; the older one has its code in `status`.
    codeOf: (answer) => textAt(answer, 'detail', 'status') ?? textAt(answer, 'detail', 'code'),
    timeoutMs: startTimeoutMs
  }
}

/** A silence in the provider's words; a long one is several, because each has a limit. */
function breaksOf(seconds: number): string {
  const marks: string[] = []
  for (let left = seconds; left > 0.05; left -= breakSecondsMax)
    marks.push(`<break time="${Math.min(left, breakSecondsMax).toFixed(1)}s" />`)
  return marks.join(' ')
}

const spoken = (text: string | number): string => withPauses(String(text), () => '').trim()

const share = (percent: string | number): number => Math.round(Number(percent)) / 100

/**
 * `tempo` and `format` are for the later processing of the recording by the platform: at a higher tempo the provider is asked for
 * pauses that are longer by that factor.
 * @throws ProviderFailure for an unknown option, which means that the catalogue offers too much
 */
function speechOf(supplier: string, { model, options }: MediaRequest) {
  const { prompt, voice, outputFormat, previousText, nextText, tempo = 1, format: _, ...settings } = options
  const { speed, stability, style, ...others } = settings
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw notTaken(supplier, unknown)
  const context = {
    ...(previousText !== undefined && { previous_text: spoken(previousText) }),
    ...(nextText !== undefined && { next_text: spoken(nextText) })
  }
  const voiceSettings = {
    ...(speed !== undefined && { speed: Number(speed) }),
    ...(stability !== undefined && { stability: share(stability) }),
    ...(style !== undefined && { style: share(style) })
  }
  return {
    voice: voiceIdOf(String(voice)),
    outputFormat: String(outputFormat ?? 'mp3_44100_128'),
    body: {
      text: withPauses(String(prompt), (seconds) => breaksOf(seconds * Number(tempo))),
      model_id: model,
      ...context,
      ...(Object.keys(voiceSettings).length > 0 && { voice_settings: voiceSettings })
    }
  }
}

const numbersAt = (body: unknown, name: string): number[] | null => {
  const found = fieldAt(body, 'alignment', name)
  return Array.isArray(found) && found.every((value) => typeof value === 'number') ? found : null
}

/** Null without times, or with times that do not fit the characters: the recording is whole nevertheless. */
function timingOf(body: unknown): SpeechTiming | null {
  const characters = fieldAt(body, 'alignment', 'characters')
  const startSeconds = numbersAt(body, 'character_start_times_seconds')
  const endSeconds = numbersAt(body, 'character_end_times_seconds')
  if (!Array.isArray(characters) || !startSeconds || !endSeconds) return null
  const fits = startSeconds.length === characters.length && endSeconds.length === characters.length
  return fits && characters.every((one) => typeof one === 'string') ? { characters, startSeconds, endSeconds } : null
}

/** A success without a recording also ends the job, because the result cannot be fetched in another way. */
function endOf(body: unknown, files: JsonFiles): MediaEnd {
  const audio = textAt(body, 'audio_base64')
  const bytes = audio === null || audio === '' ? null : files.bytesOf(audio)
  if (bytes === null) return noRecording
  return { state: 'finished', outputs: [{ kind: 'bytes', bytes, timing: timingOf(body) }] }
}
