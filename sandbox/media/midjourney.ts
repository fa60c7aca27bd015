import { isObject, type JsonObject } from '../base/json.ts'
import { hasKey, INSTANCE, orderOf, refusalOf, sceneOf, verdict } from './midjourney-tasks.ts'
import { buttonsOf, changeByButton, enlarged, rerolled, varied, type Change } from './midjourney-buttons.ts'
import { serveMedia, type MediaExchange, type Mount } from './exchange.ts'
import type { MediaFault } from '../base/media-faults.ts'
import type { Task, TaskStatus } from './tasks.ts'

const KNOWN_FIELDS = ['prompt', 'base64Array', 'notifyHook', 'state', 'botType']

/** The part of midjourney-proxy's API that the site uses. It answers refusals with HTTP status 200. */
export const mountMidjourney: Mount = (app, state) => {
  const serve = serveMedia(state, 'midjourney')
  app.post('/midjourney/mj/submit/imagine', serve(imagine))
  mountChanges(app, state)
  app.get('/midjourney/mj/task/:id/fetch', serve(fetchTask))
  const stray = serve((exchange) => exchange.reply(404, { status: 404, error: 'Not Found' }))
  app.all('/midjourney/*', stray)
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

/** What is asked of a finished task; null for what cannot be done with it. */
type Asked = (parent: Task, body: JsonObject) => Change | null

/** `/submit/change` with the number of a variant, `/submit/action` with a button of the finished task. */
const mountChanges: Mount = (app, state) => {
  const serve = serveMedia(state, 'midjourney')
  // The tasks that enlarge a variant, by the task and the command. The proxy answers with the same one again.
  const known = new Map<string, string>()
  const mount = (path: string, fields: readonly string[], asked: Asked) =>
    app.post(`/midjourney/mj/submit/${path}`, serve(change({ fields, asked, known })))
  mount('change', ['taskId', 'action', 'index', 'notifyHook', 'state'], changeByNumber)
  mount('action', ['taskId', 'customId', 'notifyHook', 'state'], (parent, { customId }) =>
    changeByButton(sceneOf(parent), String(parent.facts['hash']), String(customId))
  )
}

function changeByNumber(parent: Task, { action, index }: JsonObject): Change | null {
  const scene = sceneOf(parent)
  if (scene.single) return null
  if (action === 'REROLL') return rerolled(scene)
  if (typeof index !== 'number' || ![1, 2, 3, 4].includes(index)) return null
  if (action === 'UPSCALE') return enlarged(scene, index)
  return action === 'VARIATION' ? varied(scene, index) : null
}

interface Changing {
  fields: readonly string[]
  asked: Asked
  known: Map<string, string>
}

const change =
  ({ fields, asked, known }: Changing) =>
  async (exchange: MediaExchange): Promise<Response> => {
    if (!hasKey(exchange)) return exchange.reply(401, null)
    const body = await exchange.readJson()
    if (!isObject(body) || typeof body['taskId'] !== 'string')
      return verdict(exchange, { code: 4, description: 'taskId不能为空' })
    const unknown = Object.keys(body).find((key) => !fields.includes(key))
    if (unknown !== undefined) return verdict(exchange, { code: 4, description: `${unknown}: unknown field` })
    const { tasks, clock, sizes } = exchange.state
    const parent = tasks.find(body['taskId'])
    if (parent?.provider !== 'midjourney') return verdict(exchange, { code: 3, description: '关联任务不存在或已失效' })
    if (clock.now() < parent.endsAt) return verdict(exchange, { code: 4, description: '关联任务状态错误' })
    const wanted = asked(parent, body)
    if (!wanted) return verdict(exchange, { code: 4, description: '关联任务不允许执行变化' })

    const fault = await exchange.accept(wanted.action.toLowerCase(), '')
    const prompt = String(parent.facts['prompt'])
    const refusal = refusalOf(fault, prompt)
    if (refusal) return exchange.reply(...refusal)
    const description = `/up ${parent.id} ${wanted.name}`
    const existing = known.get(description)
    if (existing !== undefined && tasks.find(existing))
      return verdict(exchange, { code: 21, description: '任务已存在', result: existing, properties: INSTANCE })
    const state = String(body['state'] ?? '')
    const task = tasks.start(orderOf({ ...wanted, fault, description, prompt, state, variantSide: sizes.variantSide }))
    if (wanted.action === 'UPSCALE' && fault === null) known.set(description, task.id)
    await exchange.loseAnswer(fault)
    return verdict(exchange, { code: 1, description: '提交成功', result: task.id, properties: INSTANCE })
  }
