// What may change under an open page: the announcements and the prices.
import type { Hono } from 'hono'
import { readAnnouncements } from '#contract/announcements.ts'
import { catalogueModels, type ModelChange, type ShownModel } from '#contract/catalogue/models.ts'
import { readPrices } from '#contract/prices.ts'
import { sentModel } from '#contract/shown-models.ts'
import { type AnnouncementRow, announcementsAt } from '#data/directory/announcements.ts'
import type { Environment } from '#domain/environment.ts'
import { isMade } from '#domain/supplies/choice.ts'
import { unconnectedNames } from '#domain/supplies/unconnected.ts'
import type { HonoEnv } from '../http/context.ts'
import { comingModels, type InForce, inForce, priceChanges } from '../http/in-force.ts'
import { serve } from '../http/serve.ts'

const knownForMs = 30_000

/** Public, so an isolate reads them at most once in half a minute, however many clients ask. */
export function mountAnnouncements(app: Hono<HonoEnv>) {
  let known: { at: number; rows: AnnouncementRow[] } | null = null
  serve(app, readAnnouncements, async (_, c) => {
    const now = Date.now()
    if (!known || now - known.at >= knownForMs || now < known.at)
      known = { at: now, rows: await announcementsAt(c.var.directory, now) }
    return { announcements: known.rows.map(({ id, text, severity }) => ({ id, text, severity })) }
  })
}

/** Changes that begin later than this are not shown to users yet. */
const announcedMs = 10 * 60_000

const sent = ({ model, ...change }: ModelChange) => ({ ...change, model: model && sentModel(model) })

const inCatalogue: ReadonlyMap<string, string> = new Map(
  catalogueModels.map((model) => [model.id, JSON.stringify(sentModel(model))])
)

/** The models in force that are not as in the catalogue: for pages they have been so for ever. */
const changedModels = (models: readonly ShownModel[]) =>
  models
    .map((model) => ({ id: model.id, startsAt: 0, model: sentModel(model) }))
    .filter(({ id, model }) => JSON.stringify(model) !== inCatalogue.get(id))

/** All pages ask, and it takes some milliseconds. */
const keptMs = 5000
let kept: { until: number; from: readonly unknown[]; names: string[] } = { until: 0, from: [], names: [] }

/** What is not connected, at most five seconds old. */
function unconnectedNow({ suppliers, models, supplies }: InForce, environment: Environment, now: number): string[] {
  const from = [suppliers, environment]
  if (now >= kept.until || from.some((one, index) => one !== kept.from[index])) {
    const names = unconnectedNames(models, environment, (order) => isMade(order, supplies))
    kept = { until: now + keptMs, from, names }
  }
  return kept.names
}

export function mountPrices(app: Hono<HonoEnv>) {
  serve(app, readPrices, async (_, c) => {
    const now = Date.now()
    const changes = (await priceChanges(c)).filter(({ startsAt }) => startsAt <= now + announcedMs)
    const known = await inForce(c)
    const models = changedModels(known.models)
    const coming = await comingModels(c, now + announcedMs)
    const unconnected = unconnectedNow(known, c.var.environment, now)
    return { now, changes, models: [...models, ...coming.map(sent)], unconnected }
  })
}
