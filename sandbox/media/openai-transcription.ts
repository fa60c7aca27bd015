import { openaiError, openaiFault, openaiKeyError, openaiModelNotFound, openaiProblem } from '../base/openai-errors.ts'
import { isRefusal } from '../base/faults.ts'
import { countTokens } from '../base/words.ts'
import { serveMedia, type MediaExchange, type Mount } from './exchange.ts'
import { openaiHeaders, sendOpenai } from './openai-send.ts'
import { spoilt } from './links.ts'
import type { ErrorReply } from '../base/replies.ts'

const WORK_MS = 1500
const LARGEST_BYTES = 25 * 1024 * 1024
export const OPENAI_TRANSCRIPTION_MODEL = 'gpt-transcribe'
const KNOWN_FIELDS = `file model prompt response_format temperature languages[] keywords[] include[]
  chunking_strategy timestamp_granularities[]`.split(/\s+/)
/** File signatures of the containers, by file extension. */
const SIGNATURES: Readonly<Record<string, { at: number; hex: string }>> = {
  webm: { at: 0, hex: '1a45dfa3' },
  ogg: { at: 0, hex: '4f676753' },
  wav: { at: 0, hex: '52494646' },
  flac: { at: 0, hex: '664c6143' },
  mp4: { at: 4, hex: '66747970' },
  m4a: { at: 4, hex: '66747970' },
  mp3: { at: 0, hex: '' },
  mpeg: { at: 0, hex: '' },
  mpga: { at: 0, hex: '' }
}

const SENTENCES = [
  'Составь, пожалуйста, план на неделю: три тренировки, английский и одна прогулка за городом.',
  'Объясни простыми словами, чем отличается ипотека с господдержкой от обычной.',
  'Напиши короткое письмо коллегам о том, что совещание переносится на четверг.',
  'Придумай пять идей для ужина из курицы, риса и овощей.'
]

/** `POST /openai/v1/audio/transcriptions`: answers one of a few sentences, or the text set at `/control.json`. */
export const mountOpenaiTranscription: Mount = (app, state) => {
  // Counted under a name of its own, because a transcription is not one of the provider's jobs.
  app.post('/openai/v1/audio/transcriptions', serveMedia(state, 'openai-transcription')(transcribe))
}

async function transcribe(exchange: MediaExchange): Promise<Response> {
  const form = await exchange.readForm()
  const keyError = openaiKeyError(exchange.headers)
  if (keyError) return sendOpenai(exchange, keyError)
  if (!form) return sendOpenai(exchange, openaiError(400, 'Content-Type must be multipart/form-data.'))
  const model = String(form.get('model'))
  const file = form.get('file')
  const problem = problemOf(form, model)
  if (problem) return sendOpenai(exchange, problem)
  if (!(file instanceof File) || !(await isReadable(file))) return sendOpenai(exchange, formatError())

  const fault = await exchange.accept(model, '')
  if (isRefusal(fault) && fault !== 'moderation') return sendOpenai(exchange, openaiFault(fault, model))
  await exchange.work(WORK_MS, fault)
  if (fault === 'task-failed') return sendOpenai(exchange, openaiFault('server-error', model))
  const heard = exchange.controls.transcript ?? SENTENCES[file.size % SENTENCES.length] ?? ''
  const answer = fault === 'no-result' ? {} : answerOf(fault === 'empty' ? '' : heard, file.size)
  // The result is not a file, so faults that corrupt a file corrupt the answer instead.
  const bytes = new TextEncoder().encode(JSON.stringify(answer))
  const isSpoilt = fault === 'html' || fault === 'wrong-type' || fault === 'broken-file'
  const sent = { bytes, type: 'application/json' }
  return exchange.replyFile(isSpoilt ? spoilt(sent, fault) : sent, openaiHeaders())
}

function problemOf(form: FormData, model: string): ErrorReply | null {
  const unknown = [...form.keys()].find((name) => !KNOWN_FIELDS.includes(name))
  if (unknown !== undefined)
    return openaiProblem({ message: `Unknown parameter: '${unknown}'.`, param: unknown, code: 'unknown_parameter' })
  if (model !== OPENAI_TRANSCRIPTION_MODEL) return openaiModelNotFound(model, new Set())
  const format = form.get('response_format') ?? 'json'
  if (format === 'json') return null
  const message = `response_format '${String(format)}' is not compatible with model '${model}'.`
  return openaiProblem({ message, param: 'response_format', code: 'unsupported_value' })
}

/** The upstream chooses the decoder by the file's extension, so the extension must match the bytes. */
async function isReadable(file: File): Promise<boolean> {
  const signature = SIGNATURES[file.name.split('.').at(-1)?.toLowerCase() ?? '']
  if (!signature || file.size < 100 || file.size > LARGEST_BYTES) return false
  const bytes = Buffer.from(await file.slice(0, 12).arrayBuffer())
  return bytes.toString('hex', signature.at).startsWith(signature.hex)
}

function answerOf(text: string, sizeBytes: number) {
  const audioTokens = Math.ceil(sizeBytes / 400)
  const outputTokens = countTokens(text)
  return {
    text,
    languages: text === '' ? [] : [{ code: 'ru' }],
    usage: {
      type: 'tokens',
      input_tokens: audioTokens,
      input_token_details: { audio_tokens: audioTokens, text_tokens: 0 },
      output_tokens: outputTokens,
      total_tokens: audioTokens + outputTokens
    }
  }
}

const formatError = (): ErrorReply =>
  openaiError(400, `Invalid file format. Supported formats: ${JSON.stringify(Object.keys(SIGNATURES))}`)
