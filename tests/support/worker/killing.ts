// An isolate that dies at a chosen outbound call: before the call is made, or after it took effect but before its
// answer arrives. Every later call of the dead isolate throws.
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { guardedDatabases, type Moment } from './breaking.ts'
import { changedBinding } from './changed-binding.ts'

export interface Death {
  /** Number of the call at which the isolate dies, from 1. */
  call: number
  /** Counts only calls whose name begins so. */
  to?: string
  moment: Moment
}

export class Victim {
  /** All calls so far: statements by their SQL, others by binding and method. */
  readonly calls: string[] = []
  readonly bindings: Env
  #death: Death | null
  #isDead = false

  /** @param death null: never dies, only records its calls */
  constructor(base: Env, death: Death | null) {
    this.#death = death
    this.bindings = {
      ...base,
      ...guardedDatabases((run, name) => this.#guard(run, name)),
      MEDIA: this.#guarded('MEDIA', env.MEDIA, ['get', 'put', 'head', 'delete']),
      USER: {
        getByName: (name: string) =>
          this.#guarded('USER', env.USER.getByName(name), ['markDispatched', 'settle', 'release'])
      } as unknown as Env['USER'],
      IMAGE_JOBS: this.#livingQueue(base.IMAGE_JOBS),
      VIDEO_JOBS: this.#livingQueue(base.VIDEO_JOBS),
      AUDIO_JOBS: this.#livingQueue(base.AUDIO_JOBS)
    }
    const send = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => this.#guard(() => send(input, init), 'fetch'))
  }

  get isDead(): boolean {
    return this.#isDead
  }

  /** Sends are not counted as calls: the sweep finds a job whose message was lost. */
  #livingQueue(queue: Queue): Queue {
    const send: Queue['send'] = (...values) => {
      if (this.#isDead) throw new Error('Dead')
      return queue.send(...values)
    }
    return changedBinding(queue, { send })
  }

  #guarded<Target extends object>(binding: string, target: Target, methods: readonly string[]): Target {
    return new Proxy(target, {
      get: (_, name) => {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function' || typeof name !== 'string') return member
        const call = (...values: unknown[]): unknown => Reflect.apply(member, target, values)
        if (!methods.includes(name)) return call
        return (...values: unknown[]) => this.#guard(async () => call(...values), `${binding}.${name}`)
      }
    })
  }

  async #guard<Result>(run: () => Promise<Result>, name: string): Promise<Result> {
    if (this.#isDead) throw new Error('Dead')
    // Reading a file in several parts counts as one call.
    if (name !== 'MEDIA.get' || this.calls.at(-1) !== name) this.calls.push(name)
    if (this.#death === null) return run()
    const { call, to = '', moment } = this.#death
    if (!name.startsWith(to) || call !== this.calls.filter((one) => one.startsWith(to)).length) return run()
    this.#isDead = true
    if (moment === 'before') throw new Error('Died before the call')
    await run()
    throw new Error('Died after the call')
  }
}

/** Skips the short pauses between retries. Waits of 4 s and more are time limits and stay. */
export function skipPauses() {
  const wait = scheduler.wait.bind(scheduler)
  vi.spyOn(scheduler, 'wait').mockImplementation((ms, options) => (ms < 4000 ? Promise.resolve() : wait(ms, options)))
}
