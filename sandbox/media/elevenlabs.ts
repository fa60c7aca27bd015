import { isObject, type JsonObject } from '../base/json.ts'
import { isWrongKey } from '../base/replies.ts'
import { serveMedia, type MediaExchange, type Mount } from './exchange.ts'
import { hum, speak, spokenOf, VOICES } from './speech.ts'
import { spoilt } from './links.ts'
import { refusalBy, type Refusals } from '../base/faults.ts'
import type { MediaFault } from '../base/media-faults.ts'

/** The most characters that one request may have. */
export const SPEECH_MODELS: Readonly<Record<string, number>> = {
  eleven_multilingual_v2: 10_000,
  eleven_flash_v2_5: 40_000
}

const KNOWN_FIELDS = `text model_id voice_settings seed previous_text next_text apply_text_normalization
pronunciation_dictionary_locators`.split(/\s+/)
const KNOWN_SETTINGS = ['stability', 'similarity_boost', 'style', 'use_speaker_boost', 'speed']
const FORMATS = [
  ...[32, 64, 96, 128, 192].map((bitRate) => `mp3_44100_${bitRate}`),
  ...[8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000].map((rate) => `pcm_${rate}`)
]
const PCM = /^pcm_(\d+)$/
const MS_A_CHARACTER = 4
const SLOWEST = 0.7
const FASTEST = 1.2

interface Speech {
  text: string
  model: string
  voice: string
  speed: number
  format: string
}

interface Refusal {
  status: number
  code: string
  message: string
}

/** ElevenLabs' text to speech: the response is the recording itself, or JSON with the times of its characters. */
export const mountElevenlabs: Mount = (app, state) => {
  const serve = serveMedia(state, 'elevenlabs')
  const path = '/elevenlabs/v1/text-to-speech/:voice'
  app.post(
    path,
    serve((exchange) => convert(exchange, false))
  )
  app.post(
    `${path}/with-timestamps`,
    serve((exchange) => convert(exchange, true))
  )
  const stray = serve((exchange) => exchange.reply(404, { detail: 'Not Found' }))
  app.all('/elevenlabs/*', stray)
}

async function convert(exchange: MediaExchange, timed: boolean): Promise<Response> {
  const key = exchange.headers.get('xi-api-key') ?? ''
  if (key === '' || isWrongKey(key)) return refuse(exchange, refusal(401, 'invalid_api_key', 'Invalid API key'))
  const body = await exchange.readJson()
  const misfit = misfitOf(body)
  if (misfit !== null) return exchange.reply(422, { detail: [misfit] }, headersOf())
  const speech = speechOf(exchange, isObject(body) ? body : {})
  if ('code' in speech) return refuse(exchange, speech)

  const fault = await exchange.accept(speech.model, speech.text)
  const early = refusalBy(fault, REFUSALS)
  if (early) return refuse(exchange, early)
  await exchange.work(speech.text.length * MS_A_CHARACTER, fault)
  if (fault === 'moderation-later') return refuse(exchange, POLICY)
  if (fault === 'task-failed') return refuse(exchange, BROKEN)
  if (fault === 'no-result') return exchange.reply(200, {}, headersOf())
  return answer(exchange, speech, fault, timed)
}

function answer(exchange: MediaExchange, speech: Speech, fault: MediaFault | null, timed: boolean): Response {
  const spoken = spokenOf(speech.text, exchange.state.sizes.charactersASecond * speech.speed)
  const rate = PCM.exec(speech.format)?.[1]
  const sound = rate === undefined ? speak(spoken, speech.voice) : hum(spoken, speech.voice, Number(rate))
  const file = spoilt({ bytes: sound, type: rate === undefined ? 'audio/mpeg' : 'audio/pcm' }, fault)
  const count = String(speech.text.length)
  const headers = { ...headersOf(), 'character-cost': count, 'x-character-count': count }
  if (!timed || fault === 'html') return exchange.replyFile(file, headers)
  const alignment = {
    characters: spoken.map(({ character }) => character),
    character_start_times_seconds: spoken.map(({ start }) => rounded(start)),
    character_end_times_seconds: spoken.map(({ end }) => rounded(end))
  }
  const audio_base64 = Buffer.from(file.bytes).toString('base64')
  return exchange.reply(200, { audio_base64, alignment, normalized_alignment: alignment }, headers)
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000

const misfit = (type: string, msg: string, ...loc: string[]) => ({ loc: ['body', ...loc], msg, type })
const refusal = (status: number, code: string, message: string): Refusal => ({ status, code, message })

/** The first missing, unknown or wrongly typed field. Stricter than the upstream, which ignores unknown ones. */
function misfitOf(body: unknown) {
  if (!isObject(body)) return misfit('json_invalid', 'JSON decode error')
  if (typeof body['text'] !== 'string') return misfit('missing', 'Field required', 'text')
  const settings = body['voice_settings'] ?? {}
  if (!isObject(settings)) return misfit('model_type', 'Input should be an object', 'voice_settings')
  const field = Object.keys(body).find((name) => !KNOWN_FIELDS.includes(name))
  if (field !== undefined) return misfit('extra_forbidden', 'Extra inputs are not permitted', field)
  const setting = Object.keys(settings).find((name) => !KNOWN_SETTINGS.includes(name))
  const share = ['stability', 'similarity_boost', 'style'].find((name) => !isShare(settings[name] ?? 0))
  if (share !== undefined) return misfit('less_than_equal', 'Input should be between 0 and 1', 'voice_settings', share)
  if (setting === undefined) return null
  return misfit('extra_forbidden', 'Extra inputs are not permitted', 'voice_settings', setting)
}

const isShare = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1

function speechOf(exchange: MediaExchange, body: JsonObject): Speech | Refusal {
  const text = String(body['text'])
  const model = String(body['model_id'] ?? 'eleven_multilingual_v2')
  const voice = VOICES[exchange.parameter('voice')]
  const longest = SPEECH_MODELS[model]
  const format = exchange.query.get('output_format') ?? 'mp3_44100_128'
  const speed = isObject(body['voice_settings']) ? Number(body['voice_settings']['speed'] ?? 1) : 1
  if (longest === undefined) return refusal(400, 'model_not_found', `A model with ID ${model} does not exist.`)
  if (voice === undefined) return refusal(404, 'voice_not_found', 'A voice with this id was not found.')
  if (!FORMATS.includes(format)) return refusal(400, 'invalid_output_format', 'The output format is not supported.')
  if (text.trim() === '') return refusal(400, 'invalid_text', 'The text is empty.')
  if (text.length > longest)
    return refusal(400, 'max_character_limit_exceeded', `The text is longer than ${longest} characters.`)
  if (!(speed >= SLOWEST && speed <= FASTEST))
    return refusal(400, 'invalid_voice_settings', `Speed must be between ${SLOWEST} and ${FASTEST}.`)
  return { text, model, voice, speed, format }
}

const POLICY = refusal(403, 'content_against_policy', 'The text may violate our terms and has been blocked.')
const BROKEN = refusal(500, 'internal_error', 'An internal server error occurred.')

const REFUSALS: Refusals<Refusal> = {
  moderation: POLICY,
  'rate-limit': refusal(429, 'too_many_concurrent_requests', 'Too many concurrent requests.'),
  quota: refusal(401, 'quota_exceeded', 'This request exceeds your quota.'),
  'server-error': BROKEN,
  overloaded: refusal(503, 'system_busy', 'The system is under heavy load.')
}

const refuse = (exchange: MediaExchange, { status, code, message }: Refusal) =>
  exchange.reply(status, { detail: { status: code, message } }, headersOf())

const headersOf = () => ({ 'request-id': crypto.randomUUID().replaceAll('-', '') })
