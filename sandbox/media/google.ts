// Google's video models over the Interactions API, and the download of their files, which needs the API key.
import { isObject, type JsonObject } from '../base/json.ts'
import { isWrongKey } from '../base/replies.ts'
import { serveMedia, type MediaExchange, type Mount } from './exchange.ts'
import { interactionProblem, isGoogleModel, videoOrderOf } from './google-request.ts'
import { makeVideo } from './video.ts'
import { refusalBy, type Refusals } from '../base/faults.ts'
import type { MediaFault } from '../base/media-faults.ts'
import type { Task, TaskStatus } from './tasks.ts'

const ID_PREFIX = 'v1_'
const QUEUED_MS = 3000
const RUNNING_MS = 47_000
const RETRY_SECONDS = 3
const FILE_LIFE_MS = 48 * 3_600_000

/** Google's names of HTTP statuses. */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE'
}

export const mountGoogle: Mount = (app, state) => {
  const serveAny = serveMedia(state, 'google')
  const serve = (handle: (exchange: MediaExchange) => Promise<Response>) =>
    serveAny((exchange) => keyProblemOf(exchange) ?? handle(exchange))
  app.post('/google/v1/interactions', serve(create))
  app.get('/google/v1/interactions/:id', serve(read))
  app.post('/google/v1/interactions/:id/cancel', serve(cancel))
  app.get('/google/v1/files/:name', serve(download))
  const stray = serveAny((exchange) => refuse(exchange, 404, 'Requested entity was not found.'))
  app.all('/google/*', stray)
}

async function create(exchange: MediaExchange): Promise<Response> {
  const body = await exchange.readJson()
  if (!isObject(body)) return refuse(exchange, 400, 'Invalid JSON payload received.')
  const model = body['model']
  if (!isGoogleModel(model)) return refuse(exchange, 404, `models/${String(model)} is not found.`)
  const problem = interactionProblem(body)
  if (problem) return refuse(exchange, 400, `Invalid value at '${problem.path}': ${problem.message}`)

  const fault = await exchange.accept(model, String(body['input']))
  const refusal = refusalBy(fault, REFUSALS)
  if (refusal) return exchange.reply(...refusal)
  const task = exchange.state.tasks.start(orderOf(body, model, fault))
  await exchange.loseAnswer(fault)
  const status: TaskStatus = fault === 'moderation' ? await exchange.state.tasks.look(task.id) : { state: 'queued' }
  return exchange.reply(200, interactionOf(task, status, exchange))
}

function orderOf(body: JsonObject, model: string, fault: MediaFault | null) {
  return {
    provider: 'google',
    id: ID_PREFIX + crypto.randomUUID(),
    queuedMs: QUEUED_MS,
    runningMs: RUNNING_MS,
    fault,
    endsAtOnce: fault === 'moderation' ? ('moderation-later' as const) : null,
    lifeMs: FILE_LIFE_MS,
    facts: { model, input: String(body['input']) },
    make: async () => ({ bytes: await makeVideo(videoOrderOf(body)), type: 'video/mp4' })
  }
}

async function read(exchange: MediaExchange): Promise<Response> {
  const task = taskAsked(exchange)
  const status = task ? await exchange.state.tasks.look(task.id) : null
  if (!task || !status || status.state === 'missing') return refuse(exchange, 400, 'Invalid interaction name')
  if (status.state === 'unanswered') return refuse(exchange, 500, 'An internal error has occurred.')
  return exchange.reply(200, interactionOf(task, status, exchange))
}

async function cancel(exchange: MediaExchange): Promise<Response> {
  const task = taskAsked(exchange)
  if (!task) return refuse(exchange, 400, 'Invalid interaction name')
  if (!exchange.state.tasks.cancel(task.id)) return refuse(exchange, 400, 'The interaction has already ended.')
  return exchange.reply(200, interactionOf(task, { state: 'cancelled' }, exchange))
}

/** `{id}:download`: with `alt=media` the bytes, otherwise the file's metadata. */
async function download(exchange: MediaExchange): Promise<Response> {
  const [id, verb] = exchange.parameter('name').split(':')
  const { tasks, media } = exchange.state
  const status = await tasks.look(ID_PREFIX + id)
  const result = status.state === 'finished' ? status.result : null
  if (!result || verb !== 'download' || typeof media.open(result.path) === 'number')
    return refuse(exchange, 404, 'The file does not exist or has expired.')
  if (exchange.query.get('alt') === 'media') return exchange.replyFile(result.file)
  return exchange.reply(200, { name: `files/${id}`, mimeType: 'video/mp4', state: 'ACTIVE' })
}

function taskAsked(exchange: MediaExchange): Task | null {
  const task = exchange.state.tasks.find(exchange.parameter('id'))
  return task?.provider === 'google' ? task : null
}

function keyProblemOf(exchange: MediaExchange): Response | null {
  const key = exchange.headers.get('x-goog-api-key') ?? exchange.query.get('key')
  if (key === null || key === '') return refuse(exchange, 403, "Method doesn't allow unregistered callers.")
  if (!isWrongKey(key)) return null
  const { error } = errorOf(400, 'API key not valid. Please pass a valid API key.')
  const reason = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }
  return exchange.reply(400, { error: { ...error, details: [reason] } })
}

/** How long to wait is said here alone, not in a header. */
function limitedError() {
  const { error } = errorOf(429, 'You exceeded your current quota, please check your plan and billing details.')
  const violations = [{ quotaMetric: 'generativelanguage.googleapis.com/requests', quotaId: 'RequestsPerMinute' }]
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${RETRY_SECONDS}s` }
  ]
  return { error: { ...error, details } }
}

const refuse = (exchange: MediaExchange, status: number, message: string) =>
  exchange.reply(status, errorOf(status, message))

const errorOf = (code: number, message: string) => ({ error: { code, message, status: STATUS_NAMES[code] } })

// Google has no state for a refusal: it completes with a text and no video.
const REFUSAL = 'I cannot create this video because it may violate the safety guidelines.'

function interactionOf(task: Task, status: TaskStatus, exchange: MediaExchange) {
  const { model, input } = task.facts
  const asked = { type: 'user_input', content: [{ type: 'text', text: input }] }
  const { name, answer, ...more } = endOf(task, status, exchange)
  return {
    id: task.id,
    object: 'interaction',
    status: name,
    model,
    created: new Date(task.createdAt).toISOString(),
    updated: new Date(exchange.state.clock.now()).toISOString(),
    ...(answer && { steps: [asked, ...answer] }),
    ...more
  }
}

function endOf(task: Task, status: TaskStatus, { origin }: MediaExchange) {
  switch (status.state) {
    case 'finished': {
      const uri = `${origin}/google/v1/files/${task.id.slice(ID_PREFIX.length)}:download?alt=media`
      const answer = status.result ? output({ type: 'video', mime_type: 'video/mp4', uri }) : []
      return {
        name: 'completed',
        answer,
        usage: { output_tokens_by_modality: [{ modality: 'video', tokens: 57_920 }] }
      }
    }
    case 'moderated':
      return { name: 'completed', answer: output({ type: 'text', text: REFUSAL }) }
    case 'failed':
      return { name: 'failed', errors: [{ code: 'INTERNAL', message: 'Video generation failed.' }] }
    case 'cancelled':
      return { name: 'cancelled' }
    case 'queued':
    case 'running':
    case 'missing':
    case 'unanswered':
      return { name: 'in_progress' }
    default:
      return status satisfies never
  }
}

const output = (content: JsonObject) => [{ type: 'model_output', content: [content] }]

/** Google has one status for a rate limit and for a lack of money, and its front end wraps errors in an array. */
const REFUSALS: Refusals<[status: number, body: unknown] | null> = {
  'rate-limit': [429, limitedError()],
  quota: [429, errorOf(429, 'Your prepayment credits are depleted. Please manage your project and billing.')],
  'server-error': [500, errorOf(500, 'An internal error has occurred.')],
  overloaded: [503, [errorOf(503, 'The service is currently unavailable.')]],
  // Reported later, as the task's final status.
  moderation: null
}
