// Where a user's object runs: memory that a restart clears, storage that keeps what was committed, one alarm. A turn is one
// commit; what the object says to the world before that is held back, and a crash before the commit undoes both.
import type { Effect, Engine, Outcome, Process } from '../engine/engine.ts'
import type { Sqlite } from './sqlite.ts'

/** As the runtime rejects calls of an object that has restarted: the caller may call again. */
class ObjectRestarted extends Error {
  readonly retryable = true
}

export type Crash = 'before-commit' | 'after-commit' | null

type Callable = Record<string, (...values: unknown[]) => Promise<unknown>>

/** What may be broken in an object's runtime, to prove that the invariants see it. */
export interface ObjectFlaws {
  /** The world hears of what is not committed yet. */
  isUngated?: boolean
  /** An alarm that has rung is never set again. */
  ringsOnce?: boolean
  /** What a statement stores instead; null: nothing. */
  stores?: (sql: string, values: readonly unknown[]) => readonly unknown[] | null
}

interface Hosted {
  name: string
  /** In the trace. */
  label: string
  sqlite: Sqlite
  make: (ctx: DurableObjectState) => unknown
  /** Whether the turn that ends now is the last one of this memory. */
  crashes: (host: ObjectHost) => Crash
  flaws: ObjectFlaws
}

/** The runtime itself rings again when an alarm has failed. */
const ringAgainMs = 2000

export class ObjectHost {
  readonly name: string
  readonly label: string
  readonly sqlite: Sqlite
  alarmAt: number | null = null
  /** The alarm that rang is still being handled. */
  isRinging = false
  readonly #engine: Engine
  readonly #hosted: Hosted
  #process: Process
  #instance: Callable | null = null
  #rings = 0
  /** In the turn that runs; it counts once that is committed. */
  #alarmEnded = false
  /** Calls whose callers wait for an answer. */
  readonly #waiting = new Set<Effect>()
  #replies: [Effect, Exclude<Outcome, 'later'>][] = []

  constructor(engine: Engine, hosted: Hosted) {
    this.#engine = engine
    this.#hosted = hosted
    this.name = hosted.name
    this.label = hosted.label
    this.sqlite = hosted.sqlite
    this.#process = this.#newProcess()
  }

  /** The object as other code calls it. */
  stub(): object {
    return new Proxy(
      {},
      {
        get: (_, method: string) =>
          method === 'then'
            ? undefined
            : (...values: unknown[]) =>
                this.#engine.ask('object', `${this.label}.${method}`, (effect) => this.#call(effect, method, values))
      }
    )
  }

  owns(process: Process): boolean {
    return process === this.#process
  }

  /** Memory is lost; callers that wait hear that the connection broke, and an unfinished alarm rings again. */
  restart() {
    this.#engine.kill(this.#process)
    this.#process = this.#newProcess()
    this.#instance = null
    this.#replies = []
    for (const effect of this.#waiting) effect.outcome = { error: new ObjectRestarted() }
    this.#waiting.clear()
    if (this.isRinging) this.alarmAt = Math.min(this.alarmAt ?? Infinity, this.#engine.now + ringAgainMs)
    this.isRinging = false
  }

  /** Rings the alarm, whether or not it is due. */
  async ring(): Promise<void> {
    this.isRinging = true
    this.#rings += 1
    const ended = (hasFailed: boolean) => {
      this.#alarmEnded = true
      if (hasFailed) this.alarmAt = Math.min(this.alarmAt ?? Infinity, this.#engine.now + ringAgainMs)
    }
    await this.#process.turn(() => {
      this.alarmAt = null
      const { alarm } = this.#object()
      alarm?.call(this.#instance).then(
        () => ended(false),
        () => ended(true)
      )
    })
  }

  async #call(effect: Effect, method: string, values: unknown[]): Promise<Outcome> {
    this.#waiting.add(effect)
    await this.#process.turn(() => {
      const called = this.#object()[method]
      if (!called) throw new Error(`An object has no method ${method}`)
      called.apply(this.#instance, values).then(
        (value) => this.#replies.push([effect, { value }]),
        (error: unknown) => this.#replies.push([effect, { error }])
      )
    })
    return effect.outcome ?? 'later'
  }

  #newProcess(): Process {
    const process: Process = {
      name: this.label,
      isAlive: true,
      bornAt: this.#engine.now,
      held: null,
      turn: (work) => this.#turn(process, work)
    }
    return process
  }

  async #turn(process: Process, work: () => void): Promise<void> {
    if (!process.isAlive) return
    const { isUngated = false } = this.#hosted.flaws
    const alarmBefore = this.alarmAt
    const held: Effect[] = []
    process.held = held
    this.sqlite.script('savepoint turn')
    await this.#engine.run(process, work)
    process.held = null
    const crash = this.#hosted.crashes(this)
    if (crash === 'before-commit') {
      this.sqlite.script('rollback to turn; release turn')
      this.alarmAt = alarmBefore
    } else {
      this.sqlite.script('release turn')
      if (this.#alarmEnded) this.isRinging = false
    }
    this.#alarmEnded = false
    if (crash === null) {
      this.#engine.effects.push(...held.filter(({ isDropped }) => !isDropped))
      this.#sendReplies()
      return
    }
    if (isUngated) this.#escape(held)
    this.restart()
  }

  /** What was said before the crash reaches the world although it was never committed. */
  #escape(held: Effect[]) {
    const ghost = this.#engine.process(`${this.label} (dead)`)
    for (const effect of held) effect.owner = ghost
    this.#engine.effects.push(...held)
  }

  #sendReplies() {
    for (const [effect, outcome] of this.#replies) {
      effect.outcome = outcome
      this.#waiting.delete(effect)
    }
    this.#replies = []
  }

  #object(): Callable {
    const setAlarm = (at: number) => {
      if (!this.#hosted.flaws.ringsOnce || this.#rings === 0) this.alarmAt = at
    }
    this.#instance ??= this.#hosted.make(
      contextOf(this.name, this.sqlite, setAlarm, this.#hosted.flaws.stores)
    ) as Callable
    return this.#instance
  }
}

/** What an object is made with. */
export const contextOf = (
  name: string,
  sqlite: Sqlite,
  setAlarm: (at: number) => void,
  stores: ObjectFlaws['stores'] = (_, values) => values
): DurableObjectState =>
  ({
    id: { name },
    storage: {
      sql: {
        exec: (sql: string, ...values: unknown[]) => {
          const stored = stores(sql, values)
          const rows = stored ? sqlite.exec(sql, stored) : []
          return { toArray: () => rows, one: () => onlyOne(rows), [Symbol.iterator]: () => rows[Symbol.iterator]() }
        }
      },
      transactionSync: <Result>(work: () => Result) => sqlite.atomic(work),
      setAlarm: async (at: number) => setAlarm(at)
    },
    waitUntil: () => undefined,
    getWebSockets: () => [],
    setWebSocketAutoResponse: () => undefined
  }) as unknown as DurableObjectState

function onlyOne<Item>(rows: Item[]): Item {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error('Expected exactly one result from SQL query')
  return row
}
