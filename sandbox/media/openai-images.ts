import {
  openaiError,
  openaiFault,
  openaiHardLimit,
  openaiKeyError,
  openaiModelNotFound,
  openaiProblem
} from '../base/openai-errors.ts'
import { isObject } from '../base/json.ts'
import { countTokens } from '../base/words.ts'
import { serveMedia, type MediaExchange, type Mount } from './exchange.ts'
import { OPENAI_IMAGE_MODELS, OPENAI_RETIRED_IMAGE_MODELS, imageProblem, sizeOf } from './openai-image-fields.ts'
import { paintPicture, retouchPicture, sizeOfPicture, hasAlpha } from './picture.ts'
import { openaiHeaders, sendOpenai } from './openai-send.ts'
import { spoilt } from './links.ts'
import { isRefusal } from '../base/faults.ts'
import type { OpenaiImageFields } from './openai-image-fields.ts'
import type { PictureOrder, PictureType } from './picture.ts'
import type { ErrorReply } from '../base/replies.ts'
import type { MediaFault } from '../base/media-faults.ts'

const GENERATION_MS = 12_000
const EDIT_MS = 15_000
const MASK_BYTES = 4 * 1024 * 1024
const NUMBERS = ['n', 'output_compression']

type Paint = (order: PictureOrder) => Promise<Uint8Array<ArrayBuffer>>

/** `POST /openai/v1/images/generations` and `/edits`: pictures as base64 in the answer itself. */
export const mountOpenaiImages: Mount = (app, state) => {
  const serve = serveMedia(state, 'openai')
  app.post('/openai/v1/images/generations', serve(generate))
  app.post('/openai/v1/images/edits', serve(edit))
}

async function generate(exchange: MediaExchange): Promise<Response> {
  const fields = await exchange.readJson()
  const keyError = openaiKeyError(exchange.headers)
  if (keyError) return sendOpenai(exchange, keyError)
  if (!isObject(fields))
    return sendOpenai(exchange, openaiError(400, 'We could not parse the JSON body of your request.'))
  const refusal = refusalOf('generations', fields)
  if (refusal) return sendOpenai(exchange, refusal)
  return await perform(exchange, fields, GENERATION_MS, paintPicture)
}

async function edit(exchange: MediaExchange): Promise<Response> {
  const form = await exchange.readForm()
  const keyError = openaiKeyError(exchange.headers)
  if (keyError) return sendOpenai(exchange, keyError)
  if (!form) return sendOpenai(exchange, openaiError(400, 'Content-Type must be multipart/form-data.'))
  const fields = fieldsOf(form)
  const refusal = refusalOf('edits', fields)
  if (refusal) return sendOpenai(exchange, refusal)
  const source = await bytesOf(fields['image'])
  const size = source && (await sizeOfPicture(source))
  if (!source || !size) return sendOpenai(exchange, imageError('image'))
  // The first picture is changed; the others are examples, which only have to be readable.
  for (const other of form.getAll('image[]'))
    if (!(await readable(other))) return sendOpenai(exchange, imageError('image[]'))
  const { mask } = fields
  if (mask !== undefined && !(await isMask(mask, { ...size, bytes: source })))
    return sendOpenai(exchange, imageError('mask'))
  const changed = mask === undefined ? '' : ' Меняется выделенное.'
  const caption = `Было ${size.width}×${size.height}.${changed} ${String(fields['prompt'])}`
  return await perform(exchange, fields, EDIT_MS, (order) => retouchPicture({ ...order, source, text: caption }))
}

async function perform(
  exchange: MediaExchange,
  fields: OpenaiImageFields,
  workMs: number,
  paint: Paint
): Promise<Response> {
  const model = String(fields['model'])
  const prompt = String(fields['prompt'])
  const fault = await exchange.accept(model, prompt)
  const early = earlyError(fault, model)
  if (early) return sendOpenai(exchange, early)
  await exchange.work(workMs, fault)
  if (fault === 'task-failed') return sendOpenai(exchange, openaiFault('server-error', model))
  if (fault === 'moderation-later') return sendOpenai(exchange, moderationError('output'))
  const { width, height } = sizeOf(String(fields['size'] ?? 'auto')) ?? { width: 1024, height: 1024 }
  const format = String(fields['output_format'] ?? 'png')
  const order = { text: prompt, width, height, type: `image/${format}` as PictureType }
  const file = spoilt({ bytes: await paint(order), type: order.type }, fault)
  if (fault === 'html') return exchange.replyFile(file)
  const base64 = Buffer.from(file.bytes).toString('base64')
  const pictures = fault === 'no-result' ? 0 : Number(fields['n'] ?? 1)
  const quality = fields['quality'] === undefined || fields['quality'] === 'auto' ? 'medium' : fields['quality']
  const textTokens = countTokens(prompt)
  const outputTokens = pictures * Math.ceil((width * height) / 1000)
  return exchange.reply(
    200,
    {
      created: Math.floor(exchange.state.clock.now() / 1000),
      background: 'opaque',
      output_format: format,
      quality,
      size: `${width}x${height}`,
      data: Array.from({ length: pictures }, () => ({ b64_json: base64 })),
      usage: {
        input_tokens: textTokens,
        output_tokens: outputTokens,
        total_tokens: textTokens + outputTokens,
        input_tokens_details: { image_tokens: 0, text_tokens: textTokens }
      }
    },
    openaiHeaders()
  )
}

function refusalOf(call: 'generations' | 'edits', fields: OpenaiImageFields): ErrorReply | null {
  const problem = imageProblem(call, fields)
  if (problem) return openaiProblem(problem)
  const model = String(fields['model'])
  return OPENAI_IMAGE_MODELS.has(model) ? null : openaiModelNotFound(model, OPENAI_RETIRED_IMAGE_MODELS)
}

/** The error with which the upstream refuses the request before it starts to work. */
function earlyError(fault: MediaFault | null, model: string): ErrorReply | null {
  if (fault === 'moderation') return moderationError('input')
  if (fault === 'quota') return openaiHardLimit()
  return isRefusal(fault) ? openaiFault(fault, model) : null
}

function moderationError(stage: 'input' | 'output'): ErrorReply {
  const message = 'Your request was rejected by the safety system. safety_violations=[violence].'
  const details = { moderation_stage: stage, categories: ['violence'] }
  const error = { message, type: 'image_generation_user_error', param: null, code: 'moderation_blocked' }
  return { status: 400, body: { error: { ...error, moderation_details: details } } }
}

const imageError = (param: string): ErrorReply =>
  openaiError(400, `Invalid image file or mode for '${param}'.`, { param, code: 'invalid_image_format' })

async function readable(file: unknown): Promise<boolean> {
  const bytes = await bytesOf(file)
  return bytes !== null && (await sizeOfPicture(bytes)) !== null
}

function fieldsOf(form: FormData): OpenaiImageFields {
  // Of several pictures the first one stands last, so that it is the one that remains.
  const entries = [...form].toReversed().map(([name, value]): [string, unknown] => {
    const isNumber = NUMBERS.includes(name) && typeof value === 'string' && value !== ''
    return [name === 'image[]' ? 'image' : name, isNumber ? Number(value) : value]
  })
  return Object.fromEntries(entries)
}

const bytesOf = async (value: unknown) => (value instanceof File ? new Uint8Array(await value.arrayBuffer()) : null)

const PNG_START = 0x89

/** A mask must be a PNG like the picture, of its size, and transparent where the picture is to be changed. */
async function isMask(mask: unknown, picture: { width: number; height: number; bytes: Uint8Array }): Promise<boolean> {
  const bytes = await bytesOf(mask)
  if (!bytes || bytes.byteLength > MASK_BYTES || bytes[0] !== PNG_START || picture.bytes[0] !== PNG_START) return false
  const found = await sizeOfPicture(bytes)
  // Without transparency it marks nothing.
  return found?.width === picture.width && found.height === picture.height && (await hasAlpha(bytes))
}
