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

async function warn(env: Env, service: string, asked: readonly string[]): Promise<string> {
  await raiseAlarm(env, '', { event: 'provider-down', service, providers: [...new Set(asked)].join(' ') })
  return service
}

async function judgeServices(env: Env, now: number): Promise<string[]> {
  const services = { text: chatServices, media: studioEntries.map(({ id }) => id) }
  const outcomes = await recentOutcomesOfAll(env, services, now - judgedForMs)
  const down = [...outcomes].flatMap(([service, own]) => (stateOfService(own, now) === 'down' ? [service] : []))
  const models = down.length > 0 ? await modelsNow(env, now) : []
  return Promise.all(down.map((service) => warn(env, service, providersOf(service, models))))
}

async function judgeApi(env: Env, now: number): Promise<string[]> {
  const { failed, judged, suppliers } = await sumApiCalls(env, now - judgedForMs)
  return stateOfShare(failed, judged) === 'down' ? [await warn(env, apiCalls.service, suppliers)] : []
}

/** What is judged last is judged also where what stands before could not be. @returns the services that are down */
export async function warnOfServicesDown(env: Env, now: number): Promise<string[]> {
  const judged = await Promise.allSettled([judgeServices(env, now), judgeApi(env, now)])
  return judged.flatMap((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}
