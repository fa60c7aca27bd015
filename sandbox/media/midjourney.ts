import { isObject } from '../json.ts'
import { isWrongKey } from '../text/upstream.ts'
import { serveMedia } from './exchange.ts'
import { readFlags } from './midjourney-flags.ts'
import { paintGrid } from './midjourney-grid.ts'
import { isRefusal } from '../faults.ts'
import type { Hono } from 'hono'
import type { MediaExchange } from './exchange.ts'
import type { MediaFault } from './faults.ts'
import type { Task, TaskStatus } from './tasks.ts'
import type { SandboxEnvironment, SandboxState } from '../state.ts'

const KNOWN_FIELDS = ['prompt', 'base64Array', 'notifyHook', 'state', 'botType']
const QUEUED_MS = 1000
const RUNNING_MS = 19_000
// Midjourney's files lie on Discord, whose signed addresses expire after a day.
const LINK_LIFE_MS = 24 * 3_600_000
const INSTANCE = { discordInstanceId: '1118138338562560102' }

/** The part of midjourney-proxy's API that the site uses. It answers refusals with HTTP status 200. */
export function mountMidjourney(app: Hono<SandboxEnvironment>, state: SandboxState): void {
  app.post('/midjourney/mj/submit/imagine', serveMedia(state, 'midjourney', imagine))
  app.get('/midjourney/mj/task/:id/fetch', serveMedia(state, 'midjourney', fetchTask))
  app.all(
    '/midjourney/*',
    serveMedia(state, 'midjourney', async (exchange) => exchange.reply(404, { status: 404, error: 'Not Found' }))
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
  const early = refusalBy(exchange, fault, prompt)
  if (early) return early
  const { tasks } = exchange.state
  const task = tasks.start(orderOf(fault, prompt, String(body['state'] ?? '')))
  await exchange.loseAnswer(fault)
  return verdict(exchange, { code: 1, description: '提交成功', result: task.id, properties: INSTANCE })
}

/** A prompt with parameters that Midjourney does not understand is accepted; its task then fails at once. */
function orderOf(fault: MediaFault | null, prompt: string, state: string) {
  const imagined = readFlags(prompt)
  const problem = 'problem' in imagined ? { problem: imagined.problem } : {}
  return {
    provider: 'midjourney',
    id: String(BigInt(`0x${crypto.randomUUID().replaceAll('-', '')}`)).slice(0, 16),
    queuedMs: QUEUED_MS,
    runningMs: 'problem' in imagined ? 0 : RUNNING_MS,
    fault: 'problem' in imagined ? ('task-failed' as const) : fault,
    lifeMs: LINK_LIFE_MS,
    facts: { prompt, state, ...problem },
    make: () => paintGrid('problem' in imagined ? { text: prompt, aspect: 1 } : imagined)
  }
}

function refusalBy(exchange: MediaExchange, fault: MediaFault | null, prompt: string): Response | null {
  if (!isRefusal(fault)) return null
  switch (fault) {
    case 'moderation':
      return verdict(exchange, {
        code: 24,
        description: '可能包含敏感词',
        properties: { promptEn: prompt, bannedWord: 'сбой' }
      })
    case 'rate-limit':
      return verdict(exchange, { code: 23, description: '队列已满，请稍后尝试', properties: INSTANCE })
    // The proxy disables an account without a subscription.
    case 'quota':
      return verdict(exchange, { code: 3, description: '无可用的账号实例' })
    case 'server-error':
      return exchange.reply(500, { status: 500, error: 'Internal Server Error' })
    case 'overloaded':
      return exchange.reply(503, { status: 503, error: 'Service Unavailable' })
    default:
      return fault satisfies never
  }
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
    action: 'IMAGINE',
    status: 'NOT_START',
    progress: '',
    prompt,
    promptEn: prompt,
    description: `/imagine ${prompt}`,
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

function changesOf({ facts }: Task, status: TaskStatus, origin: string) {
  switch (status.state) {
    case 'running': {
      const percent = Math.floor(status.progress * 100)
      return { status: percent === 0 ? 'SUBMITTED' : 'IN_PROGRESS', progress: `${percent}%` }
    }
    case 'finished':
      return { status: 'SUCCESS', progress: '100%', imageUrl: status.result ? origin + status.result.path : null }
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

function hasKey({ headers }: MediaExchange): boolean {
  const key = headers.get('mj-api-secret') ?? ''
  return key !== '' && !isWrongKey(key)
}

interface Verdict {
  code: number
  description: string
  result?: string
  properties?: Readonly<Record<string, string>>
}

const verdict = (exchange: MediaExchange, { code, description, result, properties }: Verdict): Response =>
  exchange.reply(200, { code, description, result: result ?? null, properties: properties ?? {} })
