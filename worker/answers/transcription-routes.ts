import type { Hono } from 'hono'
import { transcription } from '#contract/catalogue/transcription.ts'
import type { Envelope } from '#contract/envelope.ts'
import { transcribe } from '#contract/job-orders.ts'
import { extensionOf } from '#contract/media-types.ts'
import { isProviderConnected } from '#domain/models/connected.ts'
import { findHindrances } from '#data/directory/service-switches.ts'
import { isAway } from '#domain/outage.ts'
import { switchAgainst } from '#domain/service-switch.ts'
import { noteUnpaid } from '#durable-objects/base/provider-outage.ts'
import { sourceOf } from '#formats/media-inspect.ts'
import { inspectRecording } from '#formats/recording-length.ts'
import { openaiConnection } from '#providers/chat/environment-connections.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { transcribe as transcribeSpeech } from '#providers/media/transcription.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { bodyMaxBytesOf, largeBody } from '../http/large-body.ts'
import { limitTranscription } from '../http/limit.ts'
import { serveRaw } from '../http/serve.ts'
import { withinDay } from './limit-dictation.ts'

const unheard = 'Не удалось распознать голос'
const tooLong = `Запись длиннее ${transcription.secondsMax} секунд`
/** Shorter recordings are accidental taps on the button. */
const secondsMin = 0.3
const bytesMin = 256
/** The recorder stops by a clock that is not exact. */
const secondsMax = transcription.secondsMax + 2

const refused = (msg: string) => new AppError('VALIDATION_FAILED', { text: msg, details: [{ path: 'audio', msg }] })

async function recordingOf(bytes: Uint8Array<ArrayBuffer> | null) {
  if (!bytes || bytes.length < bytesMin) throw refused(unheard)
  if (bytes.length > transcription.sizeBytesMax) throw refused(tooLong)
  const recording = await inspectRecording(sourceOf(bytes), secondsMax)
  // A recording of unknown length could not be limited.
  if (!recording || recording.seconds < secondsMin) throw refused(unheard)
  if (recording.seconds > secondsMax) throw refused(tooLong)
  const { type, seconds } = recording
  const filename = `speech.${extensionOf(type)}`
  return { seconds, sent: { bytes, type, filename, languages: [transcription.upstream.language] } }
}

function failedCall({ kind, retryAfterSeconds }: ProviderFailure): AppError {
  if (kind === 'rejected') return refused(unheard)
  const retryAfter = retryAfterSeconds === null ? {} : { retryAfter: retryAfterSeconds }
  if (kind === 'busy') return new AppError('PROVIDER_BUSY', retryAfter)
  if (kind === 'unpaid' || kind === 'unauthorized') return new AppError('UNAVAILABLE')
  return new AppError('PROVIDER_FAILED', { text: unheard })
}

async function heard(c: AppContext, audio: string): Promise<string> {
  const { seconds, sent } = await recordingOf(c.var.files.bytesOf(audio))
  if (!isProviderConnected(c.var.environment, 'openai')) throw new AppError('NOT_CONNECTED')
  const { outages, switches } = await findHindrances(c.var.directory, transcription.service, Date.now())
  const off = switchAgainst(switches, { service: transcription.service, model: null })
  if (off) throw new AppError('SERVICE_OFF', { text: off.reason })
  if (isAway(outages, transcription.upstream.provider, Date.now())) throw new AppError('UNAVAILABLE')
  try {
    const call = () => transcribeSpeech(openaiConnection(c.var.environment), sent, { signal: c.req.raw.signal })
    return (await withinDay(c, seconds, call)).text
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    if (error.kind === 'unpaid') await noteUnpaid(c.env, error)
    throw failedCall(error)
  }
}

/** Dictation: speech to text for the prompt. It is free, so it has its own limits and does not use the wallet. */
export function mountTranscription(app: Hono<HonoEnv>) {
  serveRaw(
    app,
    { ...transcribe, readBody: largeBody(() => bodyMaxBytesOf(transcription.sizeBytesMax)) },
    async ({ audio }, c) => {
      await limitTranscription(c)
      const text = await heard(c, audio)
      if (text === '') throw refused(unheard)
      const body: Envelope & { text: string } = { success: true, data: { text }, message: null, error: null, text }
      return c.json(body)
    }
  )
}
