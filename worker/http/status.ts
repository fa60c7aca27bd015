import type { Hono } from 'hono'
import type { z } from 'zod'
import { chatServices } from '#contract/catalogue/chat.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { readStatus } from '#contract/generation.ts'
import { recentOutcomes } from '#data/job-lists.ts'
import type { Database } from '#data/database.ts'
import { stateOfService, typicalSeconds } from '#domain/service-health.ts'
import type { HonoEnv } from './context.ts'
import { serve } from './serve.ts'

type Status = z.output<typeof readStatus.output>

const knownForMs = 30_000
/** A service that nobody used for a day has no typical duration. */
const lookBackMs = 24 * 60 * 60_000

const kinds = [
  ...chatServices.map((service) => ({ service, kind: 'text' as const })),
  ...studioEntries.map(({ id, kind }) => ({ service: id, kind }))
]

async function readOutcomes(database: Database, now: number): Promise<Status> {
  const services = { text: chatServices, media: studioEntries.map(({ id }) => id) }
  const outcomes = await recentOutcomes(database, services, now - lookBackMs)
  return {
    services: kinds.map(({ service, kind }) => {
      const own = outcomes.get(service) ?? []
      return { service, kind, state: stateOfService(own, now), typicalSeconds: typicalSeconds(own) }
    })
  }
}

/** Public, so an isolate reads the outcomes at most once in half a minute, however many clients ask. */
export function mountStatus(app: Hono<HonoEnv>) {
  let known: { at: number; status: Status } | null = null
  serve(
    app,
    readStatus
  )(async (_, c) => {
    const now = Date.now()
    if (known && now - known.at < knownForMs && now >= known.at) return known.status
    const status = await readOutcomes(c.var.database, now)
    known = { at: now, status }
    return status
  })
}
