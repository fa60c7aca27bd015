// The Luma Agents API: generations of its video model.
import { isObject, type JsonObject } from '../base/json.ts'
import { bearerKeyOf, isWrongKey } from '../base/replies.ts'
import { fields, objectAt, oneOf, text, type BodyProblem, type Rule } from './body-rules.ts'
import { serveMedia, type MediaExchange, type Mount } from './exchange.ts'
import { makeVideo } from './video.ts'
import { refusalBy, type Refusals } from '../base/faults.ts'
import type { MediaFault } from '../base/media-faults.ts'
import type { Task, TaskStatus } from './tasks.ts'

const QUEUED_MS = 5000
const RUNNING_MS = 55_000
const LINK_LIFE_MS = 3_600_000

/** Width divided by height. */
const ASPECT_RATIOS: Readonly<Record<string, number>> = {
  '9:16': 9 / 16,
  '3:4': 3 / 4,
  '1:1': 1,
  '4:3': 4 / 3,
  '16:9': 16 / 9,
  '21:9': 21 / 9
}

/** A picture inside the request; its address, or an earlier generation in its place, is not simulated. */
const picture: Rule = (value, path) =>
  fields(
    { data: text(1, 70_000_000), media_type: oneOf('image/png', 'image/jpeg', 'image/webp') },
    'data',
    'media_type'
  )(value, path)

const GENERATION = fields(
  {
    prompt: text(1, 6000),
    model: oneOf('ray-3.2'),
    type: oneOf('video'),
    aspect_ratio: oneOf(...Object.keys(ASPECT_RATIOS)),
    user_id: text(1, 256),
    video: fields({
      resolution: oneOf('540p', '720p', '1080p'),
      duration: oneOf('5s', '10s'),
      loop: oneOf(true, false),
      start_frame: picture,
      end_frame: picture
    })
  },
  'prompt',
  'model',
  'type'
)

export const mountLuma: Mount = (app, state) => {
  const serveAny = serveMedia(state, 'luma')
  const serve = (handle: (exchange: MediaExchange) => Promise<Response>) =>
    serveAny((exchange) => keyProblemOf(exchange) ?? handle(exchange))
  app.post('/luma/v1/generations', serve(generate))
  app.get('/luma/v1/generations/:id', serve(readGeneration))
  const stray = serveAny((exchange) => refuse(exchange, 404, 'Not Found'))
  app.all('/luma/*', stray)
}

async function generate(exchange: MediaExchange): Promise<Response> {
  const body = await exchange.readJson()
  const problem = GENERATION(body, '')
  if (problem || !isObject(body)) return refuse(exchange, 400, `${problem?.path}: ${problem?.message}`)
  const clash = clashOf(objectAt(body, 'video'))
  if (clash) return refuse(exchange, 400, `${clash.path}: ${clash.message}`)

  const fault = await exchange.accept('ray-3.2', String(body['prompt']))
  const refusal = refusalBy(fault, REFUSALS)
  if (refusal) return refuse(exchange, ...refusal)
  const task = exchange.state.tasks.start(orderOf(body, fault))
  await exchange.loseAnswer(fault)
  return reply(exchange, 201, generationOf(task, { state: 'queued' }, exchange))
}

/** Ten seconds go with neither a loop nor frames, as the upstream documents. */
function clashOf(video: JsonObject): BodyProblem | null {
  if (video['duration'] !== '10s') return null
  const clashing = ['loop', 'start_frame', 'end_frame'].find((name) => (video[name] ?? false) !== false)
  return clashing === undefined ? null : { path: `video.${clashing}`, message: 'not available with 10s' }
}

function orderOf(body: JsonObject, fault: MediaFault | null) {
  const { duration = '5s', resolution = '720p' } = objectAt(body, 'video')
  return {
    provider: 'luma',
    queuedMs: QUEUED_MS,
    runningMs: RUNNING_MS,
    fault,
    endsAtOnce: fault === 'moderation' ? ('moderation-later' as const) : null,
    lifeMs: LINK_LIFE_MS,
    make: async () => ({
      bytes: await makeVideo({
        aspectRatio: ASPECT_RATIOS[String(body['aspect_ratio'] ?? '16:9')] ?? 1,
        lines: Number.parseInt(String(resolution), 10),
        seconds: Number.parseInt(String(duration), 10),
        hasSound: false
      }),
      type: 'video/mp4'
    })
  }
}

const REFUSALS: Refusals<[status: number, detail: string, headers?: Record<string, string>] | null> = {
  'rate-limit': [429, 'Rate limit exceeded', { 'retry-after': '3' }],
  quota: [402, 'Insufficient credits. Please add credits to continue.'],
  'server-error': [500, 'Internal server error'],
  overloaded: [503, 'Service temporarily unavailable'],
  // Reported later, as the task's final status.
  moderation: null
}

async function readGeneration(exchange: MediaExchange): Promise<Response> {
  const { tasks } = exchange.state
  const id = exchange.parameter('id')
  const task = tasks.find(id)
  if (task?.provider !== 'luma') return refuse(exchange, 404, 'Generation not found')
  const status = await tasks.look(id)
  if (status.state === 'missing') return refuse(exchange, 404, 'Generation not found')
  if (status.state === 'unanswered') return refuse(exchange, 500, 'Internal server error')
  return reply(exchange, 200, generationOf(task, status, exchange))
}

function generationOf(task: Task, status: TaskStatus, exchange: MediaExchange) {
  return {
    id: task.id,
    type: 'video',
    state: status.state === 'queued' ? 'queued' : 'processing',
    model: 'ray-3.2',
    created_at: new Date(task.createdAt).toISOString(),
    output: [],
    failure_reason: null,
    failure_code: null,
    ...changesOf(status, exchange)
  }
}

function changesOf(status: TaskStatus, { origin }: MediaExchange) {
  switch (status.state) {
    case 'finished':
      if (!status.result) return { state: 'completed' }
      // The real API signs a new address for every status request.
      return { state: 'completed', output: [{ type: 'video', url: origin + status.result.sign() }] }
    case 'moderated':
      return failed('content_moderated', 'The request was blocked by content moderation.')
    case 'failed':
    case 'cancelled':
      return failed('generation_failed', 'Generation failed.')
    case 'queued':
    case 'running':
    case 'missing':
    case 'unanswered':
      return {}
    default:
      return status satisfies never
  }
}

const failed = (failure_code: string, failure_reason: string) => ({ state: 'failed', failure_code, failure_reason })

function keyProblemOf(exchange: MediaExchange): Response | null {
  const key = bearerKeyOf(exchange.headers)
  if (key === undefined) return refuse(exchange, 401, 'Missing or invalid API key')
  return isWrongKey(key) ? refuse(exchange, 401, 'Invalid API key') : null
}

const refuse = (exchange: MediaExchange, status: number, detail: string, headers?: Record<string, string>) =>
  reply(exchange, status, { detail }, headers)

function reply(
  exchange: MediaExchange,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
): Response {
  const requestId = exchange.headers.get('x-request-id') ?? crypto.randomUUID()
  return exchange.reply(status, body, { 'x-request-id': requestId, 'x-api-version': '2026-04-01', ...headers })
}
