import { hashOf } from '../base/words.ts'
import { isObject, type JsonObject } from '../base/json.ts'
import { isWrongKey } from '../base/replies.ts'
import { bflProblems, picturesOf } from './bfl-fields.ts'
import { serveMedia, type MediaExchange, type Mount } from './exchange.ts'
import { paintPicture, type PictureType } from './picture.ts'
import { refusalBy, type Refusals } from '../base/faults.ts'
import type { MediaFault } from '../base/media-faults.ts'
import type { MediaState } from './state.ts'
import type { Task, TaskStatus } from './tasks.ts'

const BASE_PATH = '/bfl/v1'
const QUEUED_MS = 500
const RUNNING_MS = 4500
const LINK_LIFE_MS = 600_000
const RUNNING_AT_ONCE = 24

/** Black Forest Labs: `POST /bfl/v1/{model}`, then polling of the address in its answer. */
export const mountBfl: Mount = (app, state) => {
  const serve = serveMedia(state, 'bfl')
  app.get(`${BASE_PATH}/get_result`, serve(look))
  app.post(`${BASE_PATH}/:model`, serve(submit))
  const stray = serve((exchange) => refuse(exchange, 404, 'Not Found'))
  app.all('/bfl/*', stray)
}

async function submit(exchange: MediaExchange): Promise<Response> {
  const { state, origin } = exchange
  const body = await exchange.readJson()
  if (!hasKey(exchange)) return refuse(exchange, 403, 'Not authenticated - Invalid Authentication')
  const model = exchange.parameter('model')
  const problems = bflProblems(model, body)
  if (problems === 'no-such-model') return refuse(exchange, 404, 'Not Found')
  if (problems.length > 0 || !isObject(body)) return refuse(exchange, 422, problems)
  const running = state.tasks.counts()['bfl']?.running ?? 0
  if (running >= RUNNING_AT_ONCE) return refuse(exchange, 429, 'Too many active tasks')

  const fault = await exchange.accept(model, String(body['prompt']))
  const refusal = refusalBy(fault, REFUSALS)
  if (refusal) return refuse(exchange, ...refusal)
  const task = startTask(state, body, fault)
  await exchange.loseAnswer(fault)
  return exchange.reply(200, {
    id: task.id,
    polling_url: `${origin}${BASE_PATH}/get_result?id=${task.id}`,
    cost: 4,
    input_mp: picturesOf(body),
    output_mp: Number(((widthOf(body) * heightOf(body)) / 1_000_000).toFixed(2))
  })
}

function startTask(state: MediaState, body: JsonObject, fault: MediaFault | null): Task {
  const prompt = String(body['prompt'])
  const type: PictureType = body['output_format'] === 'png' ? 'image/png' : 'image/jpeg'
  const pictures = picturesOf(body)
  const text = pictures === 0 ? prompt : `Образцов: ${pictures}. ${prompt}`
  const seed = body['seed'] === undefined ? undefined : Number(body['seed'])
  const order = { text, width: widthOf(body), height: heightOf(body), type, seed }
  return state.tasks.start({
    provider: 'bfl',
    queuedMs: QUEUED_MS,
    runningMs: RUNNING_MS,
    fault,
    lifeMs: LINK_LIFE_MS,
    facts: { prompt, seed: seed ?? hashOf(prompt) },
    make: async () => ({ bytes: await paintPicture(order), type })
  })
}

async function look(exchange: MediaExchange): Promise<Response> {
  if (!hasKey(exchange)) return refuse(exchange, 403, 'Not authenticated - Invalid Authentication')
  const id = exchange.query.get('id') ?? ''
  const status = await exchange.state.tasks.look(id)
  if (status.state === 'unanswered') return refuse(exchange, 500, 'Internal Server Error')
  const task = exchange.state.tasks.find(id)
  return exchange.reply(200, { id, result: null, progress: null, details: null, ...wordsOf(status, task, exchange) })
}

/** The upstream reports moderation as a task status, not as an HTTP error. */
function wordsOf(status: TaskStatus, task: Task | null, { origin }: MediaExchange): JsonObject {
  switch (status.state) {
    case 'queued':
      return { status: 'Pending' }
    case 'running':
      return { status: 'Pending', progress: Number(status.progress.toFixed(2)) }
    case 'finished':
      return { status: 'Ready', result: status.result && resultOf(`${origin}${status.result.path}`, task) }
    case 'moderated':
      return {
        status: task?.fault === 'moderation' ? 'Request Moderated' : 'Content Moderated',
        details: { 'Moderation Reasons': ['Violence'] }
      }
    case 'failed':
    case 'cancelled':
      return { status: 'Error', details: { error: 'Internal error' } }
    case 'missing':
    case 'unanswered':
      return { status: 'Task not found' }
    default:
      return status satisfies never
  }
}

function resultOf(sample: string, task: Task | null): JsonObject {
  const [start, end] = [(task?.createdAt ?? 0) / 1000, (task?.endsAt ?? 0) / 1000]
  return { sample, ...task?.facts, start_time: start, end_time: end, duration: end - start }
}

const REFUSALS: Refusals<[status: number, detail: string] | null> = {
  'rate-limit': [429, 'Too many requests'],
  quota: [402, 'Insufficient credits'],
  'server-error': [500, 'Internal Server Error'],
  overloaded: [503, 'Service Unavailable'],
  // Reported later, as the task's final status.
  moderation: null
}

const hasKey = ({ headers }: MediaExchange) => {
  const key = headers.get('x-key')
  return key !== null && key !== '' && !isWrongKey(key)
}

const refuse = (exchange: MediaExchange, status: number, detail: unknown) => exchange.reply(status, { detail })

const widthOf = (body: JsonObject) => Number(body['width'] ?? 1024)
const heightOf = (body: JsonObject) => Number(body['height'] ?? 768)
