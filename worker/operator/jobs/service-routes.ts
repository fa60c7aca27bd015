// How services and providers are doing: what failed within the last day, how long it took, what it cost, what waits.
import type { Hono } from 'hono'
import { apiCalls } from '#contract/api-key-words.ts'
import { mediaProviders } from '#contract/catalogue/entry.ts'
import * as contract from '#contract/operator/jobs/services.ts'
import { openHistories } from '#data/base/database.ts'
import { keptApiCallsBefore, sumApiCalls } from '#data/both/api-calls.ts'
import { readEarned } from '#data/both/margin.ts'
import { countDeadLetters } from '#data/directory/dead-letters.ts'
import { activeOutages, outagesOf } from '#data/directory/outages.ts'
import { countPlaces } from '#data/directory/places.ts'
import { type KnownSwitch, readSwitches } from '#data/directory/service-switches.ts'
import { jobBacklog } from '#data/history/jobs.ts'
import { answerCosts, waitingJobs, type WaitingJobs, type WatchedEnd, watchedEnds } from '#data/history/job-watch.ts'
import { jobsMaxOf } from '#domain/environment.ts'
import { averageCosts } from '#domain/margin.ts'
import type { Supplier } from '#domain/models/supplier.ts'
import { healthOf, judgedForMs, stateOfService, stateOfShare } from '#domain/service-health.ts'
import { wireFor } from '#domain/supplies/supply.ts'
import { mediaMicrosOf } from '#domain/upstreams/media-costs.ts'
import { overdueMs } from '#queues/sweep.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { inForce } from '../../http/in-force.ts'
import { serve } from '../../http/serve.ts'
import { isServiceConnected, isServiceReady } from '../../site/status.ts'
import { mediaServices, servicesOf } from './catalogue.ts'

const dayMs = 24 * 60 * 60_000
const lettersMax = 1000

/** Dollars of one answer, by our model and its supplier, without the site's markup. */
type Costs = ReadonlyMap<string, number>

const costKey = (model: string | null, supplier: string | null): string => JSON.stringify([model, supplier])

/** The average over requests of known cost: answers by their usage, jobs by the request to the provider. */
function costEach(group: readonly WatchedEnd[], costs: Costs): number | null {
  const known = group.flatMap((end) => {
    const isAnswer = end.upstreamModel === null
    return (isAnswer ? costs.get(costKey(end.model, end.provider)) : mediaMicrosOf(end.upstreamModel, end)) ?? []
  })
  return known.length === 0 ? null : Math.round(known.reduce((sum, one) => sum + one, 0) / known.length)
}

function healthRows(ends: readonly WatchedEnd[], costs: Costs | null) {
  const groups = Map.groupBy(ends, ({ model, provider }) => JSON.stringify([model, provider]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { model, provider } = first
    const { requests, failed, medianSeconds } = healthOf(group)
    const chargedTokens = group.reduce((sum, one) => sum + one.chargedTokens, 0)
    return [
      {
        model,
        provider,
        requests,
        failed,
        median_seconds: medianSeconds,
        charged_tokens: chargedTokens,
        usd_micros_each: costs && costEach(group, costs)
      }
    ]
  })
}

function offOf(switches: readonly KnownSwitch[], service: string, model: string | null) {
  const found = switches.find((one) => one.service === service && one.model === model)
  return found ? { reason: found.reason, since: found.since, by: found.by } : null
}

function waitingTogether(rows: readonly WaitingJobs[]) {
  const groups = Map.groupBy(rows, ({ provider, step }) => `${provider} ${step}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const jobs = group.reduce((sum, one) => sum + one.jobs, 0)
    return [
      { provider: first.provider, step: first.step, jobs, oldest_at: Math.min(...group.map((one) => one.oldestAt)) }
    ]
  })
}

async function readHistories({ env }: AppContext, now: number) {
  const since = now - dayMs
  const found = await Promise.all(
    openHistories(env).map(({ history }) =>
      Promise.all([
        watchedEnds(history, mediaServices, since),
        answerCosts(history, since),
        waitingJobs(history, mediaServices),
        jobBacklog(history, now - overdueMs)
      ])
    )
  )
  return {
    ends: found.flatMap(([ends]) => ends),
    costs: found.flatMap(([, costs]) => costs),
    waiting: found.flatMap(([, , waiting]) => waiting),
    overdueJobs: found.reduce((sum, [, , , { rows }]) => sum + rows, 0)
  }
}

const makesWorks = ({ id, dialect }: Supplier): boolean =>
  mediaProviders.some((maker) => wireFor(dialect, maker, id) !== null)

async function readProviders(c: AppContext, now: number) {
  const [outages, taken, { suppliers, supplies }] = await Promise.all([
    activeOutages(c.var.directory, now),
    countPlaces(c.var.directory, now),
    inForce(c)
  ])
  const connected = suppliers.filter(({ id }) => supplies.connections.has(id))
  const providers = connected
    .map((supplier): contract.WatchedProvider => {
      const { id, name, isOn } = supplier
      const outage = outages.find(({ provider }) => provider === id)
      const own = taken.find(({ provider }) => provider === id)
      return {
        provider: id,
        name,
        is_on: isOn,
        away_until: outage?.until ?? null,
        away_code: outage?.code ?? null,
        running: own?.running ?? 0,
        places: makesWorks(supplier) ? jobsMaxOf(c.var.environment, id) : 0,
        waiting: own?.waiting ?? 0
      }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'ru'))
  return { providers, outages: outagesOf(outages) }
}

/**
 * The calls that keys have made, by how each has ended; what they were charged, by the tabs that closed within the day. On the first day on
 * which ends are kept the tabs know of more calls: how many of those have failed is not known.
 */
async function readApi({ env }: AppContext, now: number, showsCosts: boolean) {
  const since = now - dayMs
  const [{ earned }, calls, recent, isWholeDay] = await Promise.all([
    readEarned(env, [{ service: apiCalls.service, by: null }], since),
    sumApiCalls(env, since),
    sumApiCalls(env, now - judgedForMs),
    keptApiCallsBefore(env, since)
  ])
  const inTabs = earned.reduce((sum, tab) => sum + tab.requests, 0)
  const isKnown = isWholeDay || calls.calls >= inTabs
  const requests = isKnown ? calls.judged : inTabs
  const health = {
    model: null,
    provider: '',
    requests,
    failed: isKnown ? calls.failed : null,
    median_seconds: null,
    charged_tokens: earned.reduce((sum, tab) => sum + tab.chargedTokens, 0),
    usd_micros_each: showsCosts && calls.priced > 0 ? Math.round(calls.costMicros / calls.costed) : null
  }
  return { state: stateOfShare(recent.failed, recent.judged), health: requests > 0 ? [health] : [] }
}

export function mountServices(app: Hono<HonoEnv>) {
  serve(app, contract.listServices, async (_, c) => {
    const now = Date.now()
    const { environment, operator } = c.var
    // Support helps users and does not need to know the provider costs.
    const showsCosts = operator.role !== 'support'
    const [histories, api, { providers, outages }, switches, deadLetters] = await Promise.all([
      readHistories(c, now),
      readApi(c, now, showsCosts),
      readProviders(c, now),
      readSwitches(c.var.directory),
      countDeadLetters(c.var.directory, lettersMax)
    ])
    const known = await inForce(c)
    // A service that is not connected is not on sale, so nothing of it is broken.
    const isAway = (service: string) =>
      isServiceConnected(service, known) && !isServiceReady(service, known, outages, now)
    const ofSuppliers = histories.costs.map((one) => ({ ...one, model: costKey(one.model, one.supplier) }))
    const costs = showsCosts ? averageCosts(ofSuppliers, environment.USD_MARKUP_PERCENT) : null
    const services = servicesOf(known.models).map(({ models, ...service }) => {
      const isApi = service.service === apiCalls.service
      const own = histories.ends.filter((end) => end.service === service.service)
      const off = offOf(switches, service.service, null)
      return {
        ...service,
        state: off || isAway(service.service) ? ('down' as const) : isApi ? api.state : stateOfService(own, now),
        off,
        models: models.map((one) => ({ ...one, off: offOf(switches, service.service, one.model) })),
        health: isApi ? api.health : healthRows(own, costs)
      }
    })
    return {
      services,
      providers,
      waiting: waitingTogether(histories.waiting),
      overdue_jobs: histories.overdueJobs,
      dead_letters: deadLetters
    }
  })
}
