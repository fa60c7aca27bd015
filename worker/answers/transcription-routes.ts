import type { Hono } from 'hono'
import { transcription } from '#contract/catalogue/transcription.ts'
import type { Envelope } from '#contract/envelope.ts'
import { transcribe } from '#contract/generation.ts'
import { extensionOf } from '#contract/media-types.ts'
import { isSwitchedOff } from '#data/directory/outages.ts'
import { noteUnpaid } from '#durable-objects/provider-outage.ts'
import { inspectSent, sourceOf } from '#formats/media-inspect.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { transcribe as transcribeSpeech } from '#providers/media/transcription.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { bodyMaxBytesOf, largeBody } from '../http/large-body.ts'
import { limitTranscription } from '../http/limit.ts'
import { serveRaw } from '../http/serve.ts'

const unheard = 'Не удалось распознать голос'
const tooLong = `Запись длиннее ${transcription.secondsMax} секунд`
/** Shorter recordings are accidental taps on the button. */
const secondsMin = 0.3
const bytesMin = 256
/** The recorder's clock, by which it stops, is not exact. */
const secondsGrace = 2

/** The containers that browsers record, by detected type. The provider goes by the extension of the file name. */
const containers: Readonly<Record<string, string>> = {
  'audio/webm': 'audio/webm',
  'video/webm': 'audio/webm',
  'audio/mp4': 'audio/mp4',
  'audio/ogg': 'audio/ogg'
}

const refused = (msg: string) => new AppError('VALIDATION_FAILED', { text: msg, details: [{ path: 'audio', msg }] })

async function recordingOf(bytes: Uint8Array<ArrayBuffer> | null) {
  if (!bytes || bytes.length < bytesMin) throw refused(unheard)
  if (bytes.length > transcription.sizeBytesMax) throw refused(tooLong)
  const facts = await inspectSent(sourceOf(bytes))
  const type = facts ? containers[facts.type] : undefined
  if (!facts || !type) throw refused(unheard)
  const { durationSeconds } = facts
  if (durationSeconds !== null && durationSeconds < secondsMin) throw refused(unheard)
  if (durationSeconds !== null && durationSeconds > transcription.secondsMax + secondsGrace) throw refused(tooLong)
  return { bytes, type, filename: `speech.${extensionOf(type)}`, language: transcription.upstream.language }
}

function failedCall({ kind, retryAfterSeconds }: ProviderFailure): AppError {
  if (kind === 'rejected') return refused(unheard)
  const retryAfter = retryAfterSeconds === null ? {} : { retryAfter: retryAfterSeconds }
  if (kind === 'busy') return new AppError('PROVIDER_BUSY', retryAfter)
  if (kind === 'unpaid' || kind === 'unauthorized') return new AppError('UNAVAILABLE')
  return new AppError('PROVIDER_FAILED', { text: unheard })
}

async function heard(c: AppContext, audio: string): Promise<string> {
  const recording = await recordingOf(c.var.files.bytesOf(audio))
  if (await isSwitchedOff(c.var.directory, 'openai', Date.now())) throw new AppError('UNAVAILABLE')
  try {
    const { text } = await transcribeSpeech(c.var.environment, recording, { signal: c.req.raw.signal })
    return text
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    if (error.kind === 'unpaid') await noteUnpaid(c.env, error)
    throw failedCall(error)
  }
}

/** Dictation: speech to text for the prompt. It is free, so it has its own limits and does not use the wallet. */
export function mountTranscription(app: Hono<HonoEnv>) {
  serveRaw(app, transcribe, { readBody: largeBody(() => bodyMaxBytesOf(transcription.sizeBytesMax)) })(
    async ({ audio }, c) => {
      await limitTranscription(c)
      const text = await heard(c, audio)
      if (text === '') throw refused(unheard)
      const body: Envelope & { text: string } = { success: true, data: { text }, message: null, error: null, text }
      return c.json(body)
    }
  )
}
