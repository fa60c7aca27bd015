// Pictures and speech by the resellers that also answer: `POST /resellers/{name}/v1/images/generations`, `/images/edits` and
// `/audio/speech`. They take fewer fields than OpenAI and refuse all others; one whose name begins with `links` answers with links.
import { refusalBy, type Refusals } from '../base/faults.ts'
import { isObject, type JsonObject } from '../base/json.ts'
import type { MediaFault } from '../base/media-faults.ts'
import { chatError, unknownModel, unpaid } from '../text/chat/errors.ts'
import { flavourOf } from '../text/chat/flavours.ts'
import { keyProblemOf } from '../text/chat/reseller.ts'
import type { ErrorReply } from '../base/replies.ts'
import { type MediaExchange, serveMedia, type Mount } from './exchange.ts'
import { spoilt } from './links.ts'
import { sizeOf } from './openai-image-fields.ts'
import { paintPicture, retouchPicture, sizeOfPicture } from './picture.ts'
import { speak, spokenOf } from './speech.ts'
import type { Context } from 'hono'
import type { SandboxEnvironment } from '../base/state.ts'

export const RESOLD_IMAGE_MODELS = ['black-forest-labs/flux-2-pro', 'google/gemini-image', 'openai/gpt-image-2.5-flare']
export const RESOLD_SPEECH_MODELS = ['tts-1', 'gpt-4o-mini-tts']
const VOICES: Readonly<Record<string, string>> = { alloy: 'sarah', onyx: 'daniel', nova: 'lily', echo: 'brian' }

const PICTURE_MS = 8000
const MS_A_CHARACTER = 4
const LINK_LIFE_MS = 600_000
const PLAIN_FIELDS = ['model', 'prompt', 'n', 'size', 'response_format', 'user']
/** OpenAI's own models refuse `response_format` at resellers too. */
const OWN_FIELDS = ['model', 'prompt', 'n', 'size', 'quality', 'background', 'output_format', 'user', 'image', 'mask']
const SPEECH_FIELDS = ['model', 'input', 'voice', 'response_format', 'speed', 'instructions']

export const mountResellers: Mount = (app, state) => {
  const base = '/resellers/:name/v1'
  // Counted under the reseller's own name.
  const served =
    (handle: (exchange: MediaExchange, name: string) => Promise<Response>) => (c: Context<SandboxEnvironment>) => {
      const name = c.req.param('name') ?? ''
      return serveMedia(state, name)((exchange) => handle(exchange, name))(c)
    }
  app.post(`${base}/images/generations`, served(generate))
  app.post(`${base}/images/edits`, served(edit))
  app.post(`${base}/audio/speech`, served(say))
}

const send = (exchange: MediaExchange, { status, body, headers }: ErrorReply) => exchange.reply(status, body, headers)

function refusalsOf(name: string): Refusals<ErrorReply> {
  const flavour = flavourOf(name)
  const moderated = { status: 400 as const, message: 'Rejected by the safety system', code: 'content_policy_violation' }
  return {
    moderation: chatError(flavour, moderated),
    'rate-limit': chatError(flavour, { status: 429, message: 'Too many requests.', code: 'rate_limit_exceeded' }),
    quota: chatError(flavour, unpaid(flavour)),
    'server-error': chatError(flavour, { status: 500, message: 'Internal error' }),
    overloaded: chatError(flavour, { status: 503, message: 'The model is overloaded.' })
  }
}

/** What is wrong with the request; null: nothing. */
function problemOf(
  exchange: MediaExchange,
  name: string,
  fields: unknown,
  { known, text }: { known: readonly string[]; text: string }
) {
  const flavour = flavourOf(name)
  const keyProblem = keyProblemOf(name, exchange.headers)
  if (keyProblem) return keyProblem
  if (!isObject(fields)) return chatError(flavour, { status: 400, message: 'The body is not valid.' })
  const unknown = Object.keys(fields).find((field) => !known.includes(field))
  if (unknown !== undefined)
    return chatError(flavour, { status: 400, message: `Unknown parameter: '${unknown}'.`, code: 'unknown_parameter' })
  if (typeof fields[text] !== 'string' || fields[text] === '')
    return chatError(flavour, { status: 400, message: `Missing '${text}'.`, param: text })
  const model = String(fields['model'])
  return model.includes('no-such') ? chatError(flavour, unknownModel(flavour, model)) : null
}

const fieldsFor = (fields: unknown) =>
  isObject(fields) && String(fields['model']).includes('gpt-image') ? OWN_FIELDS : PLAIN_FIELDS

async function generate(exchange: MediaExchange, name: string): Promise<Response> {
  const fields = await exchange.readJson()
  const problem = problemOf(exchange, name, fields, { known: fieldsFor(fields), text: 'prompt' })
  if (problem) return send(exchange, problem)
  return draw(exchange, name, fields as JsonObject, paintPicture)
}

async function edit(exchange: MediaExchange, name: string): Promise<Response> {
  const form = await exchange.readForm()
  const fields = form && Object.fromEntries([...form].map(([field, value]) => [field.replace('[]', ''), value]))
  const problem = problemOf(exchange, name, fields, { known: OWN_FIELDS, text: 'prompt' })
  if (problem) return send(exchange, problem)
  const image = fields?.['image']
  const source = image instanceof File ? new Uint8Array(await image.arrayBuffer()) : null
  if (!source || !(await sizeOfPicture(source)))
    return send(exchange, chatError(flavourOf(name), { status: 400, message: 'Invalid image.', param: 'image' }))
  return draw(exchange, name, fields as JsonObject, (order) => retouchPicture({ ...order, source }))
}

type Draw = (order: Parameters<typeof paintPicture>[0]) => Promise<Uint8Array<ArrayBuffer>>

async function draw(exchange: MediaExchange, name: string, fields: JsonObject, paint: Draw): Promise<Response> {
  const prompt = String(fields['prompt'])
  const fault = await accepted(exchange, name, { model: String(fields['model']), text: prompt, workMs: PICTURE_MS })
  if (fault instanceof Response) return fault
  const { width, height } = sizeOf(String(fields['size'] ?? 'auto')) ?? { width: 1024, height: 1024 }
  const file = spoilt(
    { bytes: await paint({ text: prompt, width, height, type: 'image/png' }), type: 'image/png' },
    fault
  )
  if (fault === 'html') return exchange.replyFile(file)
  const created = Math.floor(exchange.state.clock.now() / 1000)
  if (fault === 'no-result') return exchange.reply(200, { created, data: [] })
  const isLink = name.startsWith('links')
  const lifeMs = fault === 'expired-link' ? 0 : LINK_LIFE_MS
  const picture = isLink
    ? { url: `${exchange.origin}${exchange.state.media.add(file.bytes, file.type, { lifeMs })}` }
    : { b64_json: Buffer.from(file.bytes).toString('base64') }
  return exchange.reply(200, { created, data: [picture] })
}

async function say(exchange: MediaExchange, name: string): Promise<Response> {
  const fields = await exchange.readJson()
  const problem = problemOf(exchange, name, fields, { known: SPEECH_FIELDS, text: 'input' })
  if (problem) return send(exchange, problem)
  const { input, voice, model } = fields as JsonObject
  const own = VOICES[String(voice)]
  if (own === undefined)
    return send(exchange, chatError(flavourOf(name), { status: 400, message: 'Unknown voice.', param: 'voice' }))
  const text = String(input)
  const fault = await accepted(exchange, name, { model: String(model), text, workMs: text.length * MS_A_CHARACTER })
  if (fault instanceof Response) return fault
  const spoken = spokenOf(text, exchange.state.sizes.charactersASecond)
  const bytes = fault === 'no-result' ? new Uint8Array(0) : speak(spoken, own)
  return exchange.replyFile(spoilt({ bytes, type: 'audio/mpeg' }, fault))
}

/** Waits as long as the work takes. @returns the fault that spoils the result, or the error that comes in its place */
async function accepted(
  exchange: MediaExchange,
  name: string,
  { model, text, workMs }: { model: string; text: string; workMs: number }
): Promise<MediaFault | null | Response> {
  const refusals = refusalsOf(name)
  const fault = await exchange.accept(model, text)
  const early = refusalBy(fault, refusals)
  if (early) return send(exchange, early)
  await exchange.work(workMs, fault)
  if (fault === 'task-failed') return send(exchange, refusalsOf(name)['server-error'])
  if (fault === 'moderation-later') return send(exchange, refusals.moderation)
  return fault
}
