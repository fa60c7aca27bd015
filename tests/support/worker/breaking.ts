// Bindings that break once: before the call is made, or after it took effect and its answer was lost.
import { env } from 'cloudflare:workers'
import type { LiveMessage } from '#contract/live.ts'
import { changedBinding } from './changed-binding.ts'

export type Moment = 'before' | 'after'

interface Breaking {
  /** Number of the call that breaks, from 1. */
  call: number
  moment: Moment
}

function guardOf({ call, moment }: Breaking) {
  let calls = 0
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    const isBroken = ++calls === call
    if (isBroken && moment === 'before') throw new Error('Broken before the call')
    const result = await run()
    if (isBroken) throw new Error('Broken after the call')
    return result
  }
}

/** Wraps a call: runs it, or throws before or after it. @param name for a statement: its SQL */
export type Guard = <Result>(run: () => Promise<Result>, name: string) => Promise<Result>

/** All bindings of D1. */
type Databases = Pick<Env, 'DB' | 'HISTORY_1' | 'HISTORY_2'>

/** D1 in which each single statement and each batch, of whichever database, counts as one call. */
export const breakingDatabases = (breaking: Breaking): Databases => guardedDatabases(guardOf(breaking))

export const guardedDatabases = (guard: Guard): Databases => ({
  DB: guarded(env.DB, guard),
  HISTORY_1: guarded(env.HISTORY_1, guard),
  HISTORY_2: guarded(env.HISTORY_2, guard)
})

function guarded(binding: D1Database, guard: Guard): D1Database {
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>()
  const runs = new Set<string | symbol>(['all', 'first', 'raw', 'run'])
  const wrap = (statement: D1PreparedStatement, query: string): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        if (name === 'bind') return (...values: unknown[]) => wrap(target.bind(...values), query)
        const run = (...values: unknown[]) => Reflect.apply(member, target, values)
        return runs.has(name) ? (...values: unknown[]) => guard(() => run(...values), query) : run
      }
    })
    originals.set(wrapped, statement)
    return wrapped
  }
  const database = {
    prepare: (query: string) => wrap(binding.prepare(query), query),
    batch: (statements: D1PreparedStatement[]) =>
      guard(() => binding.batch(statements.map((statement) => originals.get(statement) ?? statement)), 'batch')
  }
  return changedBinding(binding, database)
}

/** Wallets whose `credit` breaks. */
export function breakingWallets(breaking: Breaking): Env['USER'] {
  const guard = guardOf(breaking)
  const getByName = (name: string) => {
    const stub = env.USER.getByName(name)
    const credit: typeof stub.credit = (command) => guard(async () => stub.credit(command)) as never
    return {
      credit,
      audit: () => stub.audit(),
      view: () => stub.view(),
      publish: (message: LiveMessage) => stub.publish(message)
    }
  }
  return { getByName } as never
}
