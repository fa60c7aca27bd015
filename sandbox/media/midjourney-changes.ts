// Changes of a picture that Midjourney has made: `/submit/change` with the number of a variant, `/submit/action` with a
// button of the finished task.
import { isObject, type JsonObject } from '../base/json.ts'
import { changeByButton, enlarged, rerolled, varied, type Change } from './midjourney-buttons.ts'
import { hasKey, INSTANCE, orderOf, refusalOf, sceneOf, verdict } from './midjourney-tasks.ts'
import { serveMedia, type MediaExchange } from './exchange.ts'
import type { Hono } from 'hono'
import type { Task } from './tasks.ts'
import type { SandboxEnvironment } from '../base/state.ts'
import type { MediaState } from './state.ts'

/** What is asked of a finished task; null for what cannot be done with it. */
type Asked = (parent: Task, body: JsonObject) => Change | null

export function mountMidjourneyChanges(app: Hono<SandboxEnvironment>, state: MediaState): void {
  const serve = serveMedia(state, 'midjourney')
  // The tasks that enlarge a variant, by the task and the command. The proxy answers with the same one again.
  const known = new Map<string, string>()
  const mount = (path: string, fields: readonly string[], asked: Asked) =>
    app.post(
      `/midjourney/mj/submit/${path}`,
      serve((exchange) => change(exchange, { fields, asked, known }))
    )
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

async function change(exchange: MediaExchange, { fields, asked, known }: Changing): Promise<Response> {
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
