// Runway: tasks that make a video from text, from an image or from another video.
import { isObject, type JsonObject } from '../base/json.ts'
import { bearerKeyOf, isWrongKey } from '../base/replies.ts'
import { serveMedia, type MediaExchange, type Mount } from './exchange.ts'
import { RUNWAY_MODELS, type RunwayModel } from './runway-models.ts'
import { RunwayUploads, mountRunwayStorage, type SourceFacts } from './runway-uploads.ts'
import { makeVideo } from './video.ts'
import { refusalBy, type Refusals } from '../base/faults.ts'
import type { BodyProblem } from './body-rules.ts'
import type { MediaFault } from '../base/media-faults.ts'
import type { Task, TaskStatus } from './tasks.ts'

const VERSION = '2024-11-06'
const QUEUED_MS = 5000
const RUNNING_MS = 40_000
const LINK_LIFE_MS = 24 * 3_600_000
const SOURCE_SECONDS = 5
const KEPT_DELETIONS = 2000

/** The handlers' shared state: uploads, and tasks that were cancelled or deleted. */
interface Memory {
  uploads: RunwayUploads
  deleted: Set<string>
}

export const mountRunway: Mount = (app, state) => {
  const memory: Memory = { uploads: new RunwayUploads(), deleted: new Set() }
  const serveAny = serveMedia(state, 'runway')
  const serve = (handle: (exchange: MediaExchange, known: Memory) => Promise<Response>) =>
    serveAny((exchange) => accessProblemOf(exchange) ?? handle(exchange, memory))
  mountRunwayStorage(app, state, memory.uploads)
  app.post('/runway/v1/uploads', serve(openUpload))
  app.post('/runway/v1/:endpoint{[a-z]+_to_video}', serve(createTask))
  app.get('/runway/v1/tasks/:id', serve(readTask))
  app.delete('/runway/v1/tasks/:id', serve(deleteTask))
  const stray = serveAny((exchange) => refuse(exchange, 404, 'Not found'))
  app.all('/runway/*', stray)
}

async function openUpload(exchange: MediaExchange, { uploads }: Memory): Promise<Response> {
  const body = await exchange.readJson()
  const filename = isObject(body) ? body['filename'] : undefined
  if (!isObject(body) || typeof filename !== 'string' || !/^[^/]+\.\w+$/.test(filename))
    return refuseField(exchange, { path: 'filename', message: 'must be a name with an extension' })
  if (body['type'] !== 'ephemeral') return refuseField(exchange, { path: 'type', message: 'must be ephemeral' })
  return exchange.reply(200, uploads.open(exchange.origin, filename))
}

async function createTask(exchange: MediaExchange, { uploads }: Memory): Promise<Response> {
  const body = await exchange.readJson()
  const models = RUNWAY_MODELS[exchange.parameter('endpoint')] ?? {}
  const name = isObject(body) ? String(body['model']) : ''
  const model = Object.hasOwn(models, name) ? models[name] : undefined
  if (!isObject(body) || !model) return refuseField(exchange, { path: 'model', message: 'is not available' })
  const problem = model.rule(body, '')
  if (problem) return refuseField(exchange, problem)
  const field = body['videoUri'] === undefined ? 'promptImage' : 'videoUri'
  const source = await sourceOf(uploads, body[field], field)
  if (typeof source === 'string') return refuseField(exchange, { path: field, message: source })

  const fault = await exchange.accept(name, String(body['promptText'] ?? ''))
  const refusal = refusalBy(fault, REFUSALS)
  if (refusal) return refuse(exchange, ...refusal)
  const task = exchange.state.tasks.start(orderOf(body, model, source, fault))
  await exchange.loseAnswer(fault)
  return exchange.reply(200, { id: task.id, estimatedCost: { credits: task.facts['credits'] } })
}

async function sourceOf(uploads: RunwayUploads, uri: unknown, field: 'promptImage' | 'videoUri') {
  return typeof uri === 'string' ? uploads.sourceAt(uri, field === 'videoUri' ? 'video' : 'image') : null
}

/** A task is created even for a refused prompt or an unreadable source; that task then fails at once. */
function orderOf(body: JsonObject, model: RunwayModel, source: SourceFacts | null, fault: MediaFault | null) {
  const seconds =
    model.seconds === null ? (source?.seconds ?? SOURCE_SECONDS) : Number(body['duration'] ?? model.seconds)
  const failureCode = failureCodeOf(source, fault)
  const failsAtOnce = source?.isReadable === false || fault === 'moderation'
  return {
    provider: 'runway',
    queuedMs: QUEUED_MS,
    runningMs: RUNNING_MS,
    fault,
    endsAtOnce: failsAtOnce ? ('task-failed' as const) : null,
    lifeMs: LINK_LIFE_MS,
    facts: { failureCode, credits: Math.ceil(seconds * model.creditsPerSecond) },
    make: async () => ({
      bytes: await makeVideo({ ...shapeOf(body, source), lines: 720, seconds, hasSound: false }),
      type: 'video/mp4'
    })
  }
}

function shapeOf({ ratio, targetAspectRatio }: JsonObject, source: SourceFacts | null) {
  const [width, height] = String(ratio ?? targetAspectRatio ?? '').split(':')
  const aspectRatio = Number(width) / Number(height)
  return { aspectRatio: Number.isNaN(aspectRatio) ? (source?.aspectRatio ?? 16 / 9) : aspectRatio }
}

function failureCodeOf(source: SourceFacts | null, fault: MediaFault | null): string {
  if (source?.isReadable === false) return 'ASSET.INVALID'
  if (fault === 'moderation') return 'SAFETY.INPUT.TEXT'
  return fault === 'moderation-later' ? 'SAFETY.OUTPUT.VIDEO' : 'INTERNAL.BAD_OUTPUT.CODE01'
}

/** Runway answers an exhausted balance and an exceeded daily limit with the same error. */
const REFUSALS: Refusals<[status: number, error: string] | null> = {
  'rate-limit': [429, 'You have exceeded your daily limit of generations.'],
  quota: [400, 'You do not have enough credits to run this task.'],
  'server-error': [500, 'Internal server error'],
  overloaded: [503, 'Service unavailable'],
  // Reported later, as the task's final status.
  moderation: null
}

async function readTask(exchange: MediaExchange, { deleted }: Memory): Promise<Response> {
  const task = taskAsked(exchange, deleted)
  const status = task ? await exchange.state.tasks.look(task.id) : null
  if (!task || !status || status.state === 'missing') return refuse(exchange, 404, 'Task not found')
  if (status.state === 'unanswered') return refuse(exchange, 500, 'Internal server error')
  const { id, createdAt } = task
  return exchange.reply(200, { id, createdAt: new Date(createdAt).toISOString(), ...changesOf(task, status, exchange) })
}

/** Cancels a task that has not ended and deletes one that has: neither can be read afterwards. */
async function deleteTask(exchange: MediaExchange, { deleted }: Memory): Promise<Response> {
  const task = taskAsked(exchange, deleted)
  if (!task) return refuse(exchange, 404, 'Task not found')
  exchange.state.tasks.cancel(task.id)
  deleted.add(task.id)
  for (const oldest of deleted) if (deleted.size > KEPT_DELETIONS) deleted.delete(oldest)
  return exchange.replyNothing()
}

function taskAsked(exchange: MediaExchange, deleted: ReadonlySet<string>): Task | null {
  const task = exchange.state.tasks.find(exchange.parameter('id'))
  return task?.provider === 'runway' && !deleted.has(task.id) ? task : null
}

function changesOf(task: Task, status: TaskStatus, { origin }: MediaExchange) {
  const cost = { credits: task.facts['credits'] }
  switch (status.state) {
    case 'running':
      return { status: 'RUNNING', progress: status.progress, estimatedCost: cost }
    case 'finished':
      if (!status.result) return { status: 'SUCCEEDED', output: [], cost }
      // The real API signs a new address for every status request.
      return { status: 'SUCCEEDED', output: [origin + status.result.sign()], cost }
    case 'failed':
    case 'moderated': {
      const failure = 'The task could not be completed.'
      return { status: 'FAILED', failure, failureCode: task.facts['failureCode'], cost: { credits: 0 } }
    }
    case 'queued':
    case 'cancelled':
    case 'missing':
    case 'unanswered':
      return { status: 'PENDING', estimatedCost: cost }
    default:
      return status satisfies never
  }
}

function accessProblemOf(exchange: MediaExchange): Response | null {
  const key = bearerKeyOf(exchange.headers)
  if (key === undefined || isWrongKey(key)) return refuse(exchange, 401, 'Unauthorized')
  const version = exchange.headers.get('x-runway-version')
  return version === VERSION ? null : refuse(exchange, 400, 'X-Runway-Version: a supported version is required')
}

const refuse = (exchange: MediaExchange, status: number, error: string) => exchange.reply(status, { error })

const refuseField = (exchange: MediaExchange, { path, message }: BodyProblem) =>
  exchange.reply(400, { error: 'Validation of body failed', issues: [{ path: path.split('.'), message }] })
