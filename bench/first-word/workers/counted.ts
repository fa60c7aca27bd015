// Wraps a Worker and its Durable Objects, for the counting run only: what is called, asked of D1 and written, in the
// order in which it happened. The product's code is not touched, and the timing run does not load this file.
import { AsyncLocalStorage } from 'node:async_hooks'
import { tracePath } from '../paths.ts'
import type { Counts, Step, Trace } from '../trace.ts'

/** All objects of one local Worker share an isolate, so one list holds the events of all of them, in order. */
let steps: Step[] = []
let clock = 0
let cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = []
let counts = newCounts()

function newCounts(): Counts {
  return { objectRowsWritten: 0, objectRowsRead: 0, alarmsSet: 0, alarmsRun: 0, d1RowsRead: 0, d1RowsWritten: 0 }
}

/** Whose code runs: an object, as `<binding> <name>`, or the Worker itself. */
const runner = new AsyncLocalStorage<string>()
const runnerName = () => runner.getStore() ?? 'worker'

async function traced<Result>(
  step: Pick<Step, 'kind' | 'target' | 'call' | 'statements'>,
  work: () => Promise<Result>
) {
  const entry: Step = { ...step, by: runnerName(), begin: ++clock, beginMs: Date.now(), end: null, endMs: null }
  steps.push(entry)
  try {
    return await work()
  } finally {
    entry.end = ++clock
    entry.endMs = Date.now()
  }
}

type Method = (...values: unknown[]) => unknown

/** A stub whose calls are listed. */
function countedStub(binding: string, name: string, stub: object): object {
  const methods = stub as Record<string, Method>
  return new Proxy(stub, {
    get(target, property) {
      const found: unknown = Reflect.get(target, property, target)
      if (typeof found !== 'function' || typeof property === 'symbol') return found
      // Called on the stub: every other property of a remote method, `apply` too, would be one of the remote object.
      return (...values: unknown[]) =>
        traced({ kind: 'object', target: `${binding} ${name}`, call: property, statements: 0 }, async () =>
          methods[property]?.(...values)
        )
    }
  })
}

const countedNamespace = (binding: string, namespace: DurableObjectNamespace): object =>
  new Proxy(namespace, {
    get(target, property) {
      const found: unknown = Reflect.get(target, property, target)
      if (property === 'getByName') return (name: string) => countedStub(binding, name, target.getByName(name))
      if (property === 'get')
        return (id: DurableObjectId) => countedStub(binding, id.name ?? id.toString(), target.get(id))
      return typeof found === 'function' ? (found as Method).bind(target) : found
    }
  })

interface D1Answer {
  meta?: { rows_read?: number; rows_written?: number }
}

/** How every method of the D1 binding reaches the database, one trip each: the runtime uses one or the other of the two. */
const d1Trips: Record<string, (values: unknown[]) => string[]> = {
  _sendOrThrow: ([, sql]) => [sql].flat() as string[],
  _queryOrThrow: ([request]) => (request as { queries: { sql: string }[] }).queries.map(({ sql }) => sql)
}

let isDatabaseCounted = false

/** Counts below the methods of D1, because not all of them return the figures that are billed. */
function countDatabases(database: D1Database) {
  if (isDatabaseCounted) return
  isDatabaseCounted = true
  const session = Object.getPrototypeOf(database.withSession('first-primary')) as Record<string, Method | undefined>
  for (const [name, statementsOf] of Object.entries(d1Trips)) {
    const send = session[name]
    if (!send) throw new Error(`The D1 binding of this runtime has no ${name}: count its trips in another way`)
    session[name] = function trip(this: unknown, ...values: unknown[]) {
      const statements = statementsOf(values)
      const call = statements.map((sql) => sql.slice(0, 80)).join('; ')
      return traced({ kind: 'd1', target: 'D1', call, statements: statements.length }, async () => {
        const answers = (await send.apply(this, values)) as D1Answer | D1Answer[]
        for (const { meta } of [answers].flat()) {
          counts.d1RowsRead += meta?.rows_read ?? 0
          counts.d1RowsWritten += meta?.rows_written ?? 0
        }
        return answers
      })
    }
  }
}

/** The bindings to count, by name. */
export interface Counted {
  objects: readonly string[]
  databases: readonly string[]
}

const known = new WeakMap<object, object>()

function countedEnv(env: Record<string, unknown>, { objects: names, databases }: Counted): Record<string, unknown> {
  const wrapped = known.get(env)
  if (wrapped) return wrapped as Record<string, unknown>
  const result = { ...env }
  for (const name of names) result[name] = countedNamespace(name, env[name] as DurableObjectNamespace)
  for (const name of databases) countDatabases(env[name] as D1Database)
  known.set(env, result)
  return result
}

/** Counts what one object writes: rows by its cursors, as they are billed, and alarms. */
function countStorage(storage: DurableObjectStorage) {
  const { sql } = storage
  const exec = sql.exec.bind(sql) as (query: string, ...values: unknown[]) => (typeof cursors)[number]
  const setAlarm = storage.setAlarm.bind(storage)
  Object.assign(sql, {
    exec(query: string, ...values: unknown[]) {
      const cursor = exec(query, ...values)
      cursors.push(cursor)
      return cursor
    }
  })
  Object.assign(storage, {
    setAlarm(at: number | Date) {
      counts.alarmsSet++
      return setAlarm(at)
    }
  })
}

// eslint-disable-next-line typescript/no-explicit-any -- a mixin's constructor must take any arguments
type ObjectClass = new (...values: any[]) => object

/** The class with its storage, its environment and its calls counted. */
export function countedObject<Base extends ObjectClass>(base: Base, binding: string, counted: Counted): Base {
  const wrapped = class extends base {
    // eslint-disable-next-line typescript/no-explicit-any -- a mixin's constructor must take any arguments
    constructor(...values: any[]) {
      const [state, env] = values as [DurableObjectState, Record<string, unknown>]
      countStorage(state.storage)
      super(state, countedEnv(env, counted))
    }
  }
  for (const name of Object.getOwnPropertyNames(base.prototype)) {
    const { value } = Object.getOwnPropertyDescriptor(base.prototype, name) ?? {}
    if (name === 'constructor' || typeof value !== 'function') continue
    Object.defineProperty(wrapped.prototype, name, {
      value(this: { ctx: DurableObjectState }, ...values: unknown[]) {
        const object = `${binding} ${this.ctx.id.name ?? this.ctx.id.toString()}`
        if (name === 'alarm') counts.alarmsRun++
        return runner.run(object, () => (value as Method).apply(this, values))
      }
    })
  }
  return wrapped
}

const originalFetch = globalThis.fetch

/** The upstream is the only host that the counting run calls. */
globalThis.fetch = (...values: Parameters<typeof fetch>) =>
  traced({ kind: 'upstream', target: 'upstream', call: 'fetch', statements: 0 }, () => originalFetch(...values))

function takeTrace(): Trace {
  for (const cursor of cursors) {
    counts.objectRowsWritten += cursor.rowsWritten
    counts.objectRowsRead += cursor.rowsRead
  }
  const trace: Trace = { steps, counts }
  steps = []
  cursors = []
  counts = newCounts()
  return trace
}

/** The path that hands out what was counted since it was asked last; only the counting run has it. */
export const countedHandler = (product: ExportedHandler<Env>, counted: Counted): ExportedHandler<Env> => ({
  ...product,
  fetch: (request, env, context) => {
    if (new URL(request.url).pathname === tracePath) return Response.json(takeTrace())
    if (!product.fetch) throw new Error('The product answers no requests')
    return product.fetch(request, countedEnv({ ...env }, counted) as unknown as Env, context)
  }
})
