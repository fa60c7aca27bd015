import type { Hono } from 'hono'
import type { z } from 'zod'
import { chatServices } from '#contract/catalogue/chat.ts'
import { findStudioEntry, studioEntries } from '#contract/catalogue/studio.ts'
import { readStatus } from '#contract/job-orders.ts'
import { recentOutcomesOfAll } from '#data/both/recent-outcomes.ts'
import { openDirectory } from '#data/base/database.ts'
import { readOutages } from '#data/directory/outages.ts'
import { readSwitches } from '#data/directory/service-switches.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import { isAway, type Outages } from '#domain/outage.ts'
import { isWorkConnected, isWorkReady } from '#domain/supplies/choice.ts'
import { type ServiceSwitch, switchAgainst } from '#domain/service-switch.ts'
import { stateOfService, typicalSeconds } from '#domain/service-health.ts'
import type { HonoEnv } from '../http/context.ts'
import { type InForce, inForce } from '../http/in-force.ts'
import { serve } from '../http/serve.ts'

type Status = z.output<typeof readStatus.output>

const knownForMs = 30_000
/** A service that was not used for a month has no typical duration. Read by an index, the newest few only. */
const lookBackMs = 30 * 24 * 60 * 60_000

const kinds = [
  ...chatServices.map((service) => ({ service, kind: 'text' as const })),
  ...studioEntries.map(({ id, kind }) => ({ service: id, kind }))
]

/** The providers that can run a service: those of its models on sale. */
export function providersOf(service: string, models: readonly SoldModel[]): string[] {
  const routes = findStudioEntry(service)?.upstream
  if (routes) return routes.map(({ provider }) => provider)
  return models
    .filter((model) => model.service === service && model.isOnSale)
    .flatMap((model) => model.routes.map(({ supplier }) => supplier))
}

/** Whether an account that can run the service is there, also one that is off. */
export function isServiceConnected(service: string, { models, supplies }: InForce): boolean {
  const works = findStudioEntry(service)?.upstream
  return works ? works.some((work) => isWorkConnected(work, supplies)) : providersOf(service, models).length > 0
}

/** Whether such an account may be asked now: it is on, and has our money. */
export function isServiceReady(
  service: string,
  { models, connectionOf, supplies }: InForce,
  outages: Outages,
  now: number
): boolean {
  const works = findStudioEntry(service)?.upstream
  if (works) return works.some((work) => isWorkReady(work, supplies, outages, now))
  return providersOf(service, models).some((one) => !isAway(outages, one, now) && connectionOf(one) !== null)
}

async function readServices(env: Env, known: InForce, now: number): Promise<Status> {
  const services = { text: chatServices, media: studioEntries.map(({ id }) => id) }
  const directory = openDirectory(env)
  const [outcomes, outages, switches] = await Promise.all([
    recentOutcomesOfAll(env, services, now - lookBackMs),
    readOutages(directory, now),
    readSwitches(directory)
  ])
  return {
    services: kinds.map(({ service, kind }) => {
      const own = outcomes.get(service) ?? []
      const off = offOf(switches, service)
      const isUp = off.reason === null && isServiceReady(service, known, outages, now)
      const state = isUp ? stateOfService(own, now) : 'down'
      return { service, kind, state, ...off, typicalSeconds: typicalSeconds(own) }
    })
  }
}

/** The parts of a service that operators have switched off. */
const offOf = (switches: readonly ServiceSwitch[], service: string) => ({
  reason: switchAgainst(switches, { service, model: null })?.reason ?? null,
  modelsOff: switches.flatMap(({ service: ofService, model, reason }) =>
    ofService === service && model !== null ? [{ model, reason }] : []
  )
})

/** Public, so an isolate reads the outcomes at most once in half a minute, however many clients ask. */
export function mountStatus(app: Hono<HonoEnv>) {
  let known: { at: number; status: Status } | null = null
  serve(app, readStatus, async (_, c) => {
    const now = Date.now()
    if (known && now - known.at < knownForMs && now >= known.at) return known.status
    const status = await readServices(c.env, await inForce(c), now)
    known = { at: now, status }
    return status
  })
}
