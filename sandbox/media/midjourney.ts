import { isObject } from '../base/json.ts'
import { mountMidjourneyChanges } from './midjourney-changes.ts'
import { hasKey, INSTANCE, orderOf, refusalOf, sceneOf, verdict } from './midjourney-tasks.ts'
import { buttonsOf } from './midjourney-buttons.ts'
import { serveMedia, type MediaExchange } from './exchange.ts'
import type { Hono } from 'hono'
import type { MediaFault } from '../base/media-faults.ts'
import type { Task, TaskStatus } from './tasks.ts'
import type { SandboxEnvironment } from '../base/state.ts'
import type { MediaState } from './state.ts'

const KNOWN_FIELDS = ['prompt', 'base64Array', 'notifyHook', 'state', 'botType']

/** The part of midjourney-proxy's API that the site uses. It answers refusals with HTTP status 200. */
export function mountMidjourney(app: Hono<SandboxEnvironment>, state: MediaState): void {
  const serve = serveMedia(state, 'midjourney')
  app.post('/midjourney/mj/submit/imagine', serve(imagine))
  mountMidjourneyChanges(app, state)
  app.get('/midjourney/mj/task/:id/fetch', serve(fetchTask))
  app.all(
    '/midjourney/*',
    serve((exchange) => exchange.reply(404, { status: 404, error: 'Not Found' }))
  )
}

async function imagine(exchange: MediaExchange): Promise<Response> {
  if (!hasKey(exchange)) return exchange.reply(401, null)
  const body = await exchange.readJson()
  const prompt = isObject(body) && typeof body['prompt'] === 'string' ? body['prompt'].trim() : ''
  if (!isObject(body) || prompt === '') return verdict(exchange, { code: 4, description: 'prompt不能为空' })
  const unknown = Object.keys(body).find((key) => !KNOWN_FIELDS.includes(key))
  if (unknown !== undefined) return verdict(exchange, { code: 4, description: `${unknown}: unknown field` })

  const fault = await exchange.accept('imagine', prompt)
  const refusal = refusalOf(fault, prompt)
  if (refusal) return exchange.reply(...refusal)
  const task = exchange.state.tasks.start(imagineOrder(exchange, fault, prompt, String(body['state'] ?? '')))
  await exchange.loseAnswer(fault)
  return verdict(exchange, { code: 1, description: '提交成功', result: task.id, properties: INSTANCE })
}

/** A prompt with parameters that Midjourney does not understand is accepted; its task then fails at once. */
function imagineOrder(exchange: MediaExchange, fault: MediaFault | null, prompt: string, state: string) {
  const imagined = readFlags(prompt)
  const problem = 'problem' in imagined ? imagined.problem : undefined
  const { text, aspect } = 'problem' in imagined ? { text: prompt, aspect: 1 } : imagined
  return orderOf({
    fault,
    problem,
    action: 'IMAGINE',
    description: `/imagine ${prompt}`,
    prompt,
    state,
    scene: { text, aspect, seed: text, label: '', single: false },
    variantSide: exchange.state.sizes.variantSide
  })
}

async function fetchTask(exchange: MediaExchange): Promise<Response> {
  if (!hasKey(exchange)) return exchange.reply(401, null)
  const id = exchange.parameter('id')
  const status = await exchange.state.tasks.look(id)
  const task = exchange.state.tasks.find(id)
  if (status.state === 'unanswered') return exchange.reply(500, { status: 500, error: 'Internal Server Error' })
  if (status.state === 'missing' || !task) return exchange.replyFile({ bytes: new Uint8Array(), type: 'text/plain' })
  return exchange.reply(200, taskBody(task, status, exchange.origin))
}

function taskBody(task: Task, status: TaskStatus, origin: string) {
  const prompt = String(task.facts['prompt'])
  const hasEnded = ['finished', 'moderated', 'failed', 'cancelled'].includes(status.state)
  return {
    id: task.id,
    action: task.facts['action'],
    status: 'NOT_START',
    progress: '',
    prompt,
    promptEn: prompt,
    description: task.facts['description'],
    state: task.facts['state'],
    submitTime: task.createdAt,
    startTime: status.state === 'queued' ? null : task.runsAt,
    finishTime: hasEnded ? task.endsAt : null,
    imageUrl: null,
    failReason: null,
    properties: { ...INSTANCE, ...(status.state === 'finished' && { finalPrompt: prompt }) },
    ...changesOf(task, status, origin)
  }
}

function changesOf(task: Task, status: TaskStatus, origin: string) {
  const { facts } = task
  switch (status.state) {
    case 'running': {
      const percent = Math.floor(status.progress * 100)
      return { status: percent === 0 ? 'SUBMITTED' : 'IN_PROGRESS', progress: `${percent}%` }
    }
    case 'finished':
      return {
        status: 'SUCCESS',
        progress: '100%',
        imageUrl: status.result ? origin + status.result.path : null,
        buttons: buttonsOf(sceneOf(task), String(facts['hash']))
      }
    case 'moderated':
      return { status: 'FAILURE', progress: '0%', failReason: '[Banned prompt detected] The word `сбой` is banned.' }
    case 'failed': {
      const problem = facts['problem']
      const failReason =
        problem === undefined ? '[Internal Server Error] Connection reset' : `[Invalid parameter] ${problem}`
      return { status: 'FAILURE', progress: '0%', failReason }
    }
    case 'cancelled':
      return { status: 'CANCEL' }
    case 'queued':
    case 'missing':
    case 'unanswered':
      return {}
    default:
      return status satisfies never
  }
}

/** A prompt as Midjourney parses it: the text to draw and the parameters. */
interface Imagined {
  text: string
  /** Width divided by height. */
  aspect: number
}

type Problem = { problem: string }

const QUALITIES = ['0.25', '0.5', '1', '2', '4']
const RATIO = /^(\d{1,3}):(\d{1,3})$/

/** Knows only the parameters that the site sends; refuses any other, as Midjourney refuses a misspelt one. */
function readFlags(prompt: string): Imagined | Problem {
  const [typed = '', ...flags] = prompt.split(/(?:--|—)(?=\S)/)
  const text = typed.trimEnd()
  let aspect = 1
  for (const flag of flags) {
    const [name = '', value = ''] = flag.split(/\s+/)
    const [, width, height] = RATIO.exec(value) ?? []
    if (name === 'ar' && width !== undefined && height !== undefined) aspect = Number(width) / Number(height)
    else if (name === 'ar') return { problem: `Invalid value provided for argument --ar: ${value}` }
    else if (name !== 'q') return { problem: `Unrecognized parameter(s): --${name}` }
    else if (!QUALITIES.includes(value)) return { problem: `Invalid value provided for argument --q: ${value}` }
  }
  if (/[{}]/.test(text)) return { problem: 'Permutations are not played' }
  return { text: text.trim(), aspect }
}
