// Runs many processes (requests, queue messages, users' objects) one turn at a time. Whatever a process asks of the world outside
// is an effect, which waits here until the scheduler lets it happen: nothing else can happen in between, and the order
// comes from the seed alone. A process that dies gets no answer any more.
import { SimulatedTimer } from './globals.ts'
import { Random } from './random.ts'

export interface Process {
  name: string
  isAlive: boolean
  bornAt: number
  /** What an object asks for is held back until its writes are stored. Null: asked at once. */
  held: Effect[] | null
  /** Runs code of this process until it waits for the world. For an object, that is one commit. */
  turn: (work: () => void) => Promise<void>
}

export type Target = 'd1' | 'bucket' | 'queue' | 'upstream' | 'stream' | 'object'

/** How the world answers an effect. `later`: what was asked sets the outcome of the effect when it has one. */
export type Outcome = { value: unknown } | { error: unknown } | 'later'

export interface Effect {
  target: Target
  label: string
  owner: Process
  /** Lets it happen. */
  perform: (effect: Effect) => Outcome | Promise<Outcome>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  /** It has happened, and this is what its process will hear. */
  outcome: Exclude<Outcome, 'later'> | null
  readyAt: number
  /** It does not happen any more. */
  isDropped: boolean
}

interface Timer {
  id: number
  at: number
  owner: Process
  work: () => void
}

/** All microtasks have run once an immediate does. */
const nextImmediate = () => new Promise((resolve) => setImmediate(resolve))

/** Milliseconds since the epoch at which every run begins. */
export const firstMoment = Date.UTC(2026, 5, 1, 9)

/** How many of the last steps a failure shows. */
const keptSteps = 60

export class Engine {
  now = firstMoment
  readonly random: Random
  /** Whose code runs; null: the simulator's own. */
  current: Process | null = null
  readonly effects: Effect[] = []
  readonly timers: Timer[] = []
  readonly trace: string[] = []
  /** Of everything that has happened, to compare two runs. */
  digest = 0
  steps = 0
  /** How often what has happened. */
  readonly counts = new Map<string, number>()
  #timerId = 0
  readonly #tells: (step: string) => void

  /** @param tells hears of every step */
  constructor(seed: number, tells: (step: string) => void = () => undefined) {
    this.random = new Random(seed)
    this.#tells = tells
  }

  count(kind: string) {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
  }

  note(step: string) {
    this.steps += 1
    const line = `${((this.now - firstMoment) / 1000).toFixed(1)}s ${step}`
    for (let index = 0; index < line.length; index++)
      this.digest = Math.imul(this.digest ^ line.charCodeAt(index), 0x01000193) >>> 0
    if (this.trace.length === keptSteps) this.trace.shift()
    this.trace.push(line)
    this.#tells(line)
  }

  /** A line of the product's log. */
  logged(line: string) {
    const { event, error, violation } = JSON.parse(line) as { event: string; error?: string; violation?: string }
    this.count(`log: ${event}`)
    this.note(`    log ${event} ${error ?? violation ?? ''}`.trimEnd())
  }

  process(name: string): Process {
    const process: Process = {
      name,
      isAlive: true,
      bornAt: this.now,
      held: null,
      turn: (work) => this.run(process, work)
    }
    return process
  }

  /**
   * Asks the world for something, in the name of the process whose code runs.
   * @param signal aborted: what has not happened yet does not happen any more
   */
  ask<Value>(target: Target, label: string, perform: Effect['perform'], signal?: AbortSignal | null): Promise<Value> {
    const owner = this.current
    if (!owner) throw new Error(`${label} was asked for outside of any process`)
    return new Promise((resolve, reject) => {
      const effect: Effect = {
        target,
        label,
        owner,
        perform,
        resolve: resolve as Effect['resolve'],
        reject,
        outcome: null,
        readyAt: this.now,
        isDropped: false
      }
      ;(owner.held ?? this.effects).push(effect)
      signal?.addEventListener('abort', () => {
        this.drop(effect)
        reject(signal.reason as Error)
      })
    })
  }

  async run(owner: Process, work: () => void): Promise<void> {
    if (!owner.isAlive) return
    this.current = owner
    work()
    await nextImmediate()
    this.current = null
  }

  /** Runs what a request does in a process of its own. @returns what came out; null while it waits, or when it died */
  async begin(name: string, work: () => Promise<unknown>, ended: (result: Outcome) => void): Promise<void> {
    const process = this.process(name)
    await process.turn(() => {
      work().then(
        (value) => ended({ value }),
        (error: unknown) => ended({ error })
      )
    })
  }

  kill(process: Process) {
    process.isAlive = false
    for (const list of [this.effects, this.timers] as { owner: Process }[][])
      for (let index = list.length - 1; index >= 0; index--) if (list[index]?.owner === process) list.splice(index, 1)
  }

  /** Ends requests and messages that have run for longer than the platform lets them. */
  endOld(ageMaxMs: number, isObject: (process: Process) => boolean) {
    for (const { owner } of [...this.effects, ...this.timers])
      if (owner.isAlive && this.now - owner.bornAt > ageMaxMs && !isObject(owner)) this.kill(owner)
  }

  startTimer(ms: number, work: () => void): SimulatedTimer {
    if (!this.current) throw new Error('A timer was started outside of any process')
    this.#timerId += 1
    this.timers.push({ id: this.#timerId, at: this.now + Math.ceil(ms), owner: this.current, work })
    return new SimulatedTimer(this.#timerId)
  }

  stopTimer(id: number) {
    const index = this.timers.findIndex((timer) => timer.id === id)
    if (index >= 0) this.timers.splice(index, 1)
  }

  /** Answers an effect that has happened. */
  async answer(effect: Effect): Promise<void> {
    const { owner, outcome } = effect
    if (!outcome) throw new Error('An effect was answered before it happened')
    this.drop(effect)
    await owner.turn(() => ('value' in outcome ? effect.resolve(outcome.value) : effect.reject(outcome.error)))
  }

  drop(effect: Effect) {
    effect.isDropped = true
    const index = this.effects.indexOf(effect)
    if (index >= 0) this.effects.splice(index, 1)
  }

  async ring(timer: Timer): Promise<void> {
    this.stopTimer(timer.id)
    await timer.owner.turn(timer.work)
  }
}
