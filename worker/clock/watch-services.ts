// A duty of the clock: raises an alarm for a service, or the API, to which most requests of the last quarter of an hour have failed.
import { apiCalls } from '#contract/api-key-words.ts'
import { chatServices } from '#contract/catalogue/chat.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { openDirectory } from '#data/base/database.ts'
import { sumApiCalls } from '#data/both/api-calls.ts'
import { recentOutcomesOfAll } from '#data/both/recent-outcomes.ts'
import { readShop } from '#data/directory/in-force.ts'
import { chatSupplyOf } from '#domain/models/connected.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import { soldModels } from '#domain/models/sold-models.ts'
import { judgedForMs, stateOfService, stateOfShare } from '#domain/service-health.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { changesOf } from '../http/model-rows.ts'
import { providersOf } from '../site/status.ts'

/** The models that are sold, with their suppliers. */
async function modelsNow(env: Env, now: number): Promise<readonly SoldModel[]> {
  const { models } = await readShop(openDirectory(env), now)
  const environment = environmentOf(env)
  return soldModels(changesOf(models), environment.UPSTREAM_MODELS, now, chatSupplyOf(environment))
}

/** @returns the services that are down */
export async function warnOfServicesDown(env: Env, now: number): Promise<string[]> {
  const services = { text: chatServices, media: studioEntries.map(({ id }) => id) }
  const since = now - judgedForMs
  const [outcomes, calls] = await Promise.all([recentOutcomesOfAll(env, services, since), sumApiCalls(env, since)])
  const down = [...outcomes].flatMap(([service, own]) => (stateOfService(own, now) === 'down' ? [service] : []))
  if (stateOfShare(calls.failed, calls.judged) === 'down') down.push(apiCalls.service)
  const models = down.length > 0 ? await modelsNow(env, now) : []
  for (const service of down) {
    const asked = service === apiCalls.service ? calls.suppliers : providersOf(service, models)
    const providers = [...new Set(asked)].join(' ')
    await raiseAlarm(env, '', { event: 'provider-down', service, providers })
  }
  return down
}
