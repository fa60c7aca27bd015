// What all of Midjourney's submissions share: their key, refusals and tasks.
import { isWrongKey } from '../base/replies.ts'
import { refusalBy } from '../base/faults.ts'
import { paintScene, type Scene } from './midjourney-grid.ts'
import type { MediaExchange } from './exchange.ts'
import type { MediaFault } from '../base/media-faults.ts'
import type { TaskAction } from './midjourney-buttons.ts'
import type { Task } from './tasks.ts'

const QUEUED_MS = 1000
const RUNNING_MS = 19_000
// Midjourney's files lie on Discord, whose signed addresses expire after a day.
const LINK_LIFE_MS = 24 * 3_600_000
export const INSTANCE = { discordInstanceId: '1118138338562560102' }

export interface Order {
  fault: MediaFault | null
  /** Why the task fails at once. */
  problem?: string | undefined
  action: TaskAction
  /** The bot's command. */
  description: string
  prompt: string
  /** The client's own mark. */
  state: string
  scene: Scene
  /** The side of a square variant, in pixels. */
  variantSide: number
}

export function orderOf({ fault, problem, action, description, prompt, state, scene, variantSide }: Order) {
  const { single, ...shown } = scene
  const facts = { action, description, prompt, state, ...shown, single: Number(single), hash: crypto.randomUUID() }
  return {
    provider: 'midjourney',
    id: String(BigInt(`0x${crypto.randomUUID().replaceAll('-', '')}`)).slice(0, 16),
    queuedMs: QUEUED_MS,
    runningMs: problem === undefined ? RUNNING_MS : 0,
    fault: problem === undefined ? fault : ('task-failed' as const),
    lifeMs: LINK_LIFE_MS,
    facts: problem === undefined ? facts : { ...facts, problem },
    make: () => paintScene(scene, variantSide)
  }
}

export const sceneOf = ({ facts }: Task): Scene => ({
  text: String(facts['text']),
  aspect: Number(facts['aspect']),
  seed: String(facts['seed']),
  label: String(facts['label']),
  single: facts['single'] === 1
})

export function hasKey({ headers }: MediaExchange): boolean {
  const key = headers.get('mj-api-secret') ?? ''
  return key !== '' && !isWrongKey(key)
}

interface Verdict {
  code: number
  description: string
  result?: string
  properties?: Readonly<Record<string, string>>
}

const bodyOf = ({ code, description, result, properties }: Verdict) => ({
  code,
  description,
  result: result ?? null,
  properties: properties ?? {}
})

export const verdict = (exchange: MediaExchange, told: Verdict): Response => exchange.reply(200, bodyOf(told))

/** What the proxy answers to the fault; null if it accepts the task. */
export function refusalOf(fault: MediaFault | null, prompt: string): [status: number, body: unknown] | null {
  const properties = { promptEn: prompt, bannedWord: 'сбой' }
  return refusalBy<[number, unknown]>(fault, {
    moderation: [200, bodyOf({ code: 24, description: '可能包含敏感词', properties })],
    'rate-limit': [200, bodyOf({ code: 23, description: '队列已满，请稍后尝试', properties: INSTANCE })],
    // The proxy disables an account without a subscription.
    quota: [200, bodyOf({ code: 3, description: '无可用的账号实例' })],
    'server-error': [500, { status: 500, error: 'Internal Server Error' }],
    overloaded: [503, { status: 503, error: 'Service Unavailable' }]
  })
}
