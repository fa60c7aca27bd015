import type { Hono } from 'hono'
import type { Directory } from '#data/base/database.ts'
import { readDuties } from '#data/directory/duties.ts'
import { isCheckLate } from '#data/directory/reconciliation-bookmark.ts'
import { isBehind, isClockLate } from '#domain/clock.ts'
import { limiterOf } from '#durable-objects/stubs.ts'
import type { HonoEnv } from './context.ts'
import { succeed } from './serve.ts'

/** A limit that no monitor reaches; taking from it shows that Durable Objects respond. */
const pulse = { key: 'pulse', limit: 1_000_000, windowMs: 1000 }
/** How long an isolate believes what it found. Everybody may ask, and must not be able to load D1 or an object so. */
const believedMs = 1000
/** Isolates ask one of so many objects: a single one would be a place that all of them load. */
const objects = 16

/** What runs without anybody asking for it. */
interface Punctuality {
  reconciliation: 'on-time' | 'late'
  clock: 'on-time' | 'late'
  duties: 'on-time' | 'behind'
}

/** When this isolate last found everything working, by database. */
export const healthy = new WeakMap<D1Database, { at: number; punctuality: Punctuality }>()
let object: number | undefined

async function punctualityOf(directory: Directory, now: number): Promise<Punctuality> {
  const [isCheckOverdue, duties] = await Promise.all([isCheckLate(directory, now), readDuties(directory)])
  return {
    reconciliation: isCheckOverdue ? 'late' : 'on-time',
    clock: isClockLate(duties, now) ? 'late' : 'on-time',
    duties: duties.some((duty) => isBehind(duty, now)) ? 'behind' : 'on-time'
  }
}

/** 200 when the Worker, its environment and its bindings work; otherwise their error is the response. */
export function mountHealth(app: Hono<HonoEnv>) {
  app.get('/health', async (c) => {
    const now = Date.now()
    let known = healthy.get(c.env.DB)
    if (!known || Math.abs(now - known.at) >= believedMs) {
      object ??= Math.floor(Math.random() * objects)
      const limiter = limiterOf(c.env, `health:${object}`)
      const [punctuality] = await Promise.all([punctualityOf(c.var.directory, now), limiter.take([pulse])])
      known = { at: now, punctuality }
      healthy.set(c.env.DB, known)
    }
    // Late is no reason to take the platform off the air: the monitor that reads this tells a person.
    return succeed(c, { status: 'ok', version: c.env.CF_VERSION.id, ...known.punctuality })
  })
}
