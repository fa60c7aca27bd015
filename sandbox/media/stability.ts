import sharp from 'sharp'
import { bearerKeyOf, isWrongKey } from '../base/replies.ts'
import { serveMedia, type MediaExchange, type Mount } from './exchange.ts'
import { spoilt, type MediaFile } from './links.ts'
import { OPERATIONS, formProblems, type Operation } from './stability-fields.ts'
import { performStability } from './stability-tools.ts'
import { refusalBy, type Refusals } from '../base/faults.ts'
import type { MediaFault } from '../base/media-faults.ts'
import type { PictureType } from './picture.ts'

const BASE_PATH = '/stability/v2beta/stable-image'
/** Of a request without one. */
const defaultSeed = 343_940_597
const LARGEST_REQUEST = 10 * 1024 * 1024

/** Stability's Stable Image API; the response is the picture itself. */
export const mountStability: Mount = (app, state) => {
  const serve = serveMedia(state, 'stability')
  for (const [path, operation] of Object.entries(OPERATIONS))
    app.post(
      `${BASE_PATH}/${path}`,
      serve((exchange) => perform(exchange, path, operation))
    )
  const stray = serve((exchange) => refuse(exchange, 404, 'not_found', 'No such resource.'))
  app.all('/stability/*', stray)
}

async function perform(exchange: MediaExchange, path: string, operation: Operation): Promise<Response> {
  const key = bearerKeyOf(exchange.headers)
  if (key === undefined || isWrongKey(key))
    return refuse(exchange, 401, 'unauthorized', 'authorization: invalid or missing header value')
  const form = await exchange.readForm()
  if (!form) return refuse(exchange, 400, 'bad_request', 'content-type: must be multipart/form-data')
  if (bytesOf(form) > LARGEST_REQUEST)
    return refuse(exchange, 413, 'payload_too_large', 'The request is larger than 10 MiB.')
  if (exchange.headers.get('accept') !== 'image/*')
    return refuse(exchange, 400, 'bad_request', 'accept: the sandbox sends only image/*')
  const problems = await formProblems(operation, form)
  if (problems.length > 0) return refuse(exchange, 400, 'bad_request', ...problems)
  if (!isEnglish(form))
    return refuse(exchange, 422, 'invalid_language', 'English is the only language of this service.')

  const fault = await exchange.accept(String(form.get('model') ?? path), String(form.get('prompt') ?? ''))
  const refusal = refusalBy(fault, REFUSALS)
  if (refusal) return refuse(exchange, ...refusal)
  await exchange.work(operation.workMs, fault)
  if (fault === 'task-failed') return refuse(exchange, ...REFUSALS['server-error'])
  const type: PictureType = `image/${outputFormatOf(form)}`
  const bytes = await performStability(path, form, type)
  const seed = Number(form.get('seed') ?? 0) || defaultSeed
  return await deliver(exchange, { bytes, type }, { fault, seed })
}

const REFUSALS: Refusals<[status: number, name: string, error: string]> = {
  moderation: [403, 'content_moderation', 'Your request was flagged by our content moderation system.'],
  'rate-limit': [429, 'rate_limit_exceeded', 'More than 150 requests in 10 seconds.'],
  quota: [402, 'payment_required', 'You lack sufficient credits to make this request.'],
  'server-error': [500, 'internal_error', 'An unexpected error has occurred.'],
  overloaded: [503, 'service_unavailable', 'The service is overloaded.']
}

/** A picture caught by the content filter is still delivered, but blurred. */
async function deliver(
  exchange: MediaExchange,
  picture: MediaFile,
  { fault, seed }: { fault: MediaFault | null; seed: number }
): Promise<Response> {
  const isCaught = fault === 'moderation-later'
  const finish_reason = isCaught ? 'CONTENT_FILTERED' : 'SUCCESS'
  const shown = isCaught ? { ...picture, bytes: await blurred(picture.bytes) } : spoilt(picture, fault)
  const headers = { 'finish-reason': finish_reason, seed: String(seed), 'x-request-id': requestId() }
  if (fault === 'no-result') return exchange.reply(200, { seed, finish_reason }, headers)
  const response = exchange.replyFile(shown, headers)
  if (isCaught) exchange.call.outcome = 'refused'
  return response
}

const bytesOf = (form: FormData) =>
  [...form.values()].reduce((sum, value) => sum + (typeof value === 'string' ? value.length : value.size), 0)

const blurred = async (bytes: Uint8Array) => new Uint8Array(await sharp(bytes).blur(12).toBuffer())

function refuse(exchange: MediaExchange, status: number, name: string, ...errors: string[]): Response {
  const id = requestId()
  return exchange.reply(status, { id, name, errors }, { 'x-request-id': id })
}

const requestId = () => crypto.randomUUID().replaceAll('-', '')

function outputFormatOf(form: FormData): 'png' | 'jpeg' | 'webp' {
  const format = form.get('output_format')
  return format === 'jpeg' || format === 'webp' ? format : 'png'
}

/** Fault words are meant for the sandbox, so they do not count as text in a foreign language. */
const faultWord = /\[(?:сбой|брак):[^\]]*\]/gi

/** A letter of a script other than Latin. */
const foreignLetter = /(?![\p{Script=Latin}\p{Script=Common}])\p{L}/u

/** Whether the form's texts are in English, which the upstream demands; judged by their letters. */
const isEnglish = (form: FormData): boolean =>
  ['prompt', 'negative_prompt'].every(
    (name) => !foreignLetter.test(String(form.get(name) ?? '').replaceAll(faultWord, ''))
  )
