// `POST /v1/audio/transcriptions`.
import type { Hono } from 'hono'
import { extensionOf } from '#contract/media-types.ts'
import {
  recordingSecondsMax,
  transcriptionAliases,
  type TranscriptionFields,
  transcriptionFields,
  transcriptionModel
} from '#contract/v1/transcriptions.ts'
import { microsPerToken } from '#domain/metering/prices.ts'
import { sourceOf } from '#formats/media-inspect.ts'
import { inspectSound } from '#formats/recording-length.ts'
import type { ChatPiece } from '#providers/chat/provider.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { sentKeyOf } from '../base/caller.ts'
import { badRequest, noSuchModel } from '../base/errors.ts'
import { type SentFile, withForm } from '../base/form.ts'
import type { ModelCall } from '../calls/model-call.ts'
import { whole } from '../calls/respond.ts'
import { beginTranscription } from './begin-transcription.ts'
import type { AskedTranscription } from './hearing.ts'
import { isTranscriptionConnected } from './model.ts'

/** Shorter ones are refused by the supplier. */
const secondsMin = 0.1

const unsupported = (param: string, why: string) => badRequest(`${param}: ${why}`, param, 'unsupported_value')

/** What the model does not give is refused by name: a made-up time of a word would be worse than none. @throws ApiError */
function expectOffered({ response_format: format = 'json', stream, include, ...fields }: TranscriptionFields): void {
  if (stream === 'true') throw unsupported('stream', 'потока здесь нет, ответ приходит целиком')
  if (!['json', 'text'].includes(format))
    throw unsupported('response_format', 'здесь есть json и text: меток времени и говорящих модель не различает')
  if (fields.timestamp_granularities?.length)
    throw unsupported('timestamp_granularities', 'меток времени модель не даёт')
  if (include?.length) throw unsupported('include', 'вероятностей слов модель не даёт')
}

/** @throws ApiError: there is none, or more than one */
function onlyFile(files: readonly SentFile[]): SentFile {
  const [file, ...others] = files.filter(({ name }) => name === 'file')
  if (!file) throw badRequest('file: Нужна запись', 'file', 'missing_required_parameter')
  if (others.length > 0) throw badRequest('file: Нужна одна запись', 'file', 'invalid_value')
  return file
}

/** A recording of unknown length has no price, so it is refused before anything is held. @throws ApiError */
async function askedOf(fields: TranscriptionFields, files: readonly SentFile[]): Promise<AskedTranscription> {
  const { bytes } = onlyFile(files)
  const sound = await inspectSound(sourceOf(bytes), recordingSecondsMax)
  if (!sound || sound.seconds < secondsMin)
    throw badRequest(
      'file: Запись не читается, или её длину не узнать. Подходят MP3, WAV, M4A (AAC), WebM и Ogg (Opus)',
      'file',
      'invalid_audio'
    )
  if (sound.seconds > recordingSecondsMax)
    throw badRequest('file: Запись длиннее часа. Разделите её на части', 'file', 'audio_too_long')
  const { type, seconds } = sound
  const languages = [...(fields.language ? [fields.language] : []), ...(fields.languages ?? [])]
  return {
    seconds: Math.ceil(seconds),
    recording: {
      bytes,
      type,
      filename: `speech.${extensionOf(type)}`,
      languages: [...new Set(languages.map((one) => one.toLowerCase()))],
      ...(fields.prompt && { prompt: fields.prompt })
    }
  }
}

export function mountTranscriptions(app: Hono<HonoEnv>) {
  app.post('/v1/audio/transcriptions', async (c) => {
    const key = await sentKeyOf(c)
    return withForm(c, transcriptionFields, async ({ fields, files }, keepUntil) => {
      const isKnown = [transcriptionModel, ...transcriptionAliases].includes(fields.model)
      if (!isKnown || !isTranscriptionConnected(c.var.environment)) throw noSuchModel(fields.model)
      expectOffered(fields)
      const asked = await askedOf(fields, files)
      const call = await beginTranscription(c, key, asked)
      keepUntil(call.ended())
      return answered(c, call, asked, fields.response_format === 'text')
    })
  })
}

function answered(c: AppContext, call: ModelCall, { seconds }: AskedTranscription, isText: boolean) {
  const id = `audio-${call.id}`
  c.header('x-generation-id', id)
  let text = ''
  const add = (piece: ChatPiece) => {
    if (piece.type === 'text') text += piece.text
  }
  if (isText) return whole(c, call, add, { text: () => `${text}\n` })
  return whole(c, call, add, ({ billed }) => ({
    id,
    text,
    usage: { type: 'duration', seconds, cost: billed.costMicros / microsPerToken }
  }))
}
