// Accounts of the sandbox that operators have added for works of tools, and who of them makes what.
import { env } from 'cloudflare:workers'
import type { SupplyDefinition } from '#contract/operator/shop/work-definition.ts'
import type { SupplierDialect } from '#contract/supplier-dialects.ts'
import { openDirectory } from '#data/base/database.ts'
import { noteRouteState, readRouteStates } from '#data/directory/route-states.ts'
import { modelChanges } from '#data/directory/schema-shop.ts'
import { addSupplier as insertSupplier, changeSupplier, switchMaker } from '#data/directory/suppliers.ts'
import type { RouteState } from '#domain/models/breaker.ts'
import { sealSupplierKey } from '#worker/crypto/supplier-key.ts'
import { newJob } from './jobs.ts'
import { operatorToken } from './operator.ts'
import { TestQueue } from './test-queue.ts'

const sandbox = new URL(env.BFL_BASE_URL).origin

let rows = 0

export interface Added {
  dialect: SupplierDialect
  /** Below the sandbox, or a whole address. */
  path: string
  key?: string
  isOn?: boolean
  perMinuteMax?: number | null
}

/** Adds an account, as the console does. @returns its id */
export async function addAccount({ dialect, path, key = 'second-key', isOn = true, perMinuteMax = null }: Added) {
  const id = `s-account${String(++rows).padStart(5, '0')}`
  const baseUrl = URL.canParse(path) ? path : `${sandbox}${path}`
  const sealedKey = await sealSupplierKey(key, { supplier: id, baseUrl }, operatorToken)
  const at = Date.now()
  const who = { createdAt: at, createdBy: 'anna', changedAt: at, changedBy: 'anna', keySetAt: at }
  const row = { id, name: `Аккаунт ${rows}`, dialect, baseUrl, sealedKey, isOn, perMinuteMax, ...who }
  await insertSupplier(openDirectory(env), row)
  return id
}

let prompts = 0

/** One that no other test has. */
export const newPrompt = () => `Маяк ${++prompts} у моря`

export const secondBfl = () => addAccount({ dialect: 'bfl', path: '/accounts/second/bfl/v1' })

/** Takes the key away, as a stack whose operators' token was exchanged. */
export const closeKey = (id: string) => changeSupplier(openDirectory(env), id, { sealedKey: 'closed' })

/** How many calls a maker's account of the environment gets within a minute; null: any. */
export async function limitMaker(id: string, perMinuteMax: number | null): Promise<void> {
  await switchMaker(openDirectory(env), { id, isOn: true, at: Date.now(), by: 'anna' })
  await changeSupplier(openDirectory(env), id, { perMinuteMax })
}

/** As other isolates have said: the route was left out, and its pause is over. So one call may try it. */
export async function openRoute(route: Pick<RouteState, 'supplier' | 'model'>): Promise<void> {
  const at = Date.now() - 60_000
  await noteRouteState(openDirectory(env), {
    ...route,
    opened: 1,
    openUntil: at + 30_000,
    failure: 'server',
    changedAt: at
  })
}

/** What the breaker of a route has said last: the kind of failure that opened it; null: it is closed. */
export async function openedBy({ supplier, model }: Pick<RouteState, 'supplier' | 'model'>) {
  const states = await readRouteStates(openDirectory(env))
  return states.find((one) => one.supplier === supplier && one.model === model)?.failure
}

/** Names who makes the works, from a minute ago on. */
export async function nameSupplies(work: string, supplies: readonly SupplyDefinition[]): Promise<void> {
  const at = Date.now() - 60_000 + ++rows
  const row = { id: `change-${rows}`, kind: 'work' as const, modelId: work, definition: JSON.stringify({ supplies }) }
  await openDirectory(env)
    .insert(modelChanges)
    .values({ ...row, startsAt: at, createdAt: at, createdBy: 'anna', reason: 'Второй аккаунт' })
}

/** Switches of the sandbox for the calls of one account: its path without the version. */
export async function controlAccount(path: string, controls: object): Promise<void> {
  const response = await fetch(`${sandbox}/control.json?for=${path}`, {
    method: 'POST',
    body: JSON.stringify(controls)
  })
  if (!response.ok) throw new Error(await response.text())
}

export const freeAccount = (path: string) => fetch(`${sandbox}/control.json?for=${path}`, { method: 'DELETE' })

/** A job whose message waits in a queue of its own, whose consumer opens the keys of accounts. */
export async function queuedWork(...ordered: Parameters<typeof newJob>) {
  const queue = new TestQueue({ OPERATOR_TOKEN: operatorToken } as Partial<Env>)
  const job = await newJob(...ordered)
  queue.send(job.id)
  return { queue, job }
}

/** Lets the queue do all that it has to do for a new job. @returns the row as it was at first */
export async function ranWork(...ordered: Parameters<typeof newJob>) {
  const { queue, job } = await queuedWork(...ordered)
  await queue.drain()
  return job
}

interface SandboxCall {
  path: string
  status: number | null
  body: unknown
}

/** The calls below a path that were made for this prompt, or all of them. */
export async function callsTo(path: string, prompt = ''): Promise<SandboxCall[]> {
  const calls: SandboxCall[] = await (await fetch(`${sandbox}/calls.json`)).json()
  return calls.filter((call) => call.path.startsWith(path) && JSON.stringify(call.body ?? '').includes(prompt))
}
