// The providers of pictures and videos: one that answers with a ticket (BFL), one whose work can be stopped (Runway), one that
// answers with the file itself (Stability). Each submission that is accepted costs the platform money.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../engine/engine.ts'
import { type Answer, Body, responseOf } from './response.ts'

const png = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64'
  )
)
const mp4 = new Uint8Array(readFileSync(join(import.meta.dirname, '../../fixtures/media/moov-first.mp4')))

const fates = [
  [10, 'made'],
  [1, 'moderated'],
  [1, 'failed'],
  [1, 'never'],
  [2, 'late']
] as const

export interface Task {
  id: string
  operationId: string
  provider: 'bfl' | 'runway' | 'stability'
  fate: (typeof fates)[number][1]
  endsAt: number
  isStopped: boolean
}

/** Longer than any job may take, and short enough to be kept for its user. */
const lateMs = 50 * 60_000

export class Studio {
  readonly tasks = new Map<string, Task>()
  readonly #engine: Engine
  #id = 0

  constructor(engine: Engine) {
    this.#engine = engine
  }

  submit(provider: Task['provider'], operationId: string, isHealthy: boolean): Task {
    const { random, now } = this.#engine
    this.#id += 1
    const fate = isHealthy ? 'made' : random.weighted(fates)
    this.#engine.count(`studio: ${fate}`)
    const task: Task = {
      id: `task-${this.#id}`,
      operationId,
      provider,
      fate,
      endsAt: fate === 'never' ? Infinity : now + (fate === 'late' ? lateMs : random.below(90_000)),
      isStopped: false
    }
    this.tasks.set(task.id, task)
    return task
  }

  bfl(path: string, operationId: string, isHealthy: boolean): Answer {
    if (!path.startsWith('/get_result')) return responseOf(200, { id: this.submit('bfl', operationId, isHealthy).id })
    const task = this.tasks.get(new URLSearchParams(path.split('?')[1]).get('id') ?? '')
    if (!task) return responseOf(404, {})
    if (task.endsAt > this.#engine.now) return responseOf(200, { status: 'Pending', progress: 0.5 })
    if (task.fate === 'moderated') return responseOf(200, { status: 'Content Moderated' })
    if (task.fate === 'failed') return responseOf(200, { status: 'Error' })
    return responseOf(200, { status: 'Ready', result: { sample: `https://files.example/png/${task.id}` } })
  }

  runway(method: string, path: string, operationId: string, isHealthy: boolean): Answer {
    if (!path.includes('/tasks/')) return responseOf(200, { id: this.submit('runway', operationId, isHealthy).id })
    const task = this.tasks.get(path.split('/tasks/')[1] ?? '')
    if (!task || task.isStopped) return responseOf(404, {})
    if (method === 'DELETE') {
      task.isStopped = true
      return responseOf(200, {})
    }
    if (task.endsAt > this.#engine.now) return responseOf(200, { status: 'RUNNING', progress: 0.5 })
    if (task.fate === 'moderated') return responseOf(200, { status: 'FAILED', failureCode: 'SAFETY.OUTPUT.VIDEO' })
    if (task.fate === 'failed') return responseOf(200, { status: 'FAILED', failureCode: 'INTERNAL.BAD_OUTPUT' })
    return responseOf(200, { status: 'SUCCEEDED', output: [`https://files.example/mp4/${task.id}`] })
  }

  stability(operationId: string, isHealthy: boolean): Answer {
    const { fate } = this.submit('stability', operationId, isHealthy)
    if (fate === 'moderated') return responseOf(403, { name: 'content_moderation', errors: [] })
    if (fate === 'failed')
      return responseOf(200, new Body(png), { 'content-type': 'image/png', 'finish-reason': 'ERROR' })
    return responseOf(200, new Body(png), { 'content-type': 'image/png', 'finish-reason': 'SUCCESS' })
  }

  file(path: string, isHealthy: boolean): Answer {
    const bytes = path.startsWith('/mp4') ? mp4 : png
    const kind = isHealthy
      ? 'whole'
      : this.#engine.random.weighted([
          [1, 'whole'],
          [1, 'gone'],
          [1, 'broken'],
          [1, 'down']
        ] as const)
    if (kind !== 'whole') this.#engine.count(`fault: file ${kind}`)
    if (kind === 'gone') return responseOf(404, {})
    if (kind === 'down') return responseOf(503, {})
    const sent = kind === 'broken' ? bytes.slice(0, 12) : bytes
    return responseOf(200, new Body(sent), { 'content-length': String(sent.byteLength) })
  }
}
