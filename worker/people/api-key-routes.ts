// The user's keys of the API: made, changed and ended with a session, never with a key.
import type { Hono } from 'hono'
import * as contract from '#contract/api-keys.ts'
import { otherModels } from '#contract/v1/work-models.ts'
import { expiryMaxMs, isNetwork } from '#domain/api-key-rules.ts'
import type { KeyChoice, KeyResult } from '#durable-objects/keys/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { newApiKey } from '../crypto/api-key.ts'
import { askerOf, foundBy } from '../http/admitted.ts'
import { clientAddress } from '../http/client-address.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { inForce } from '../http/in-force.ts'
import { takeOfUser } from '../http/limit.ts'
import { serve, sessionByObject } from '../http/serve.ts'
import { callerAccount } from '../http/session.ts'
import { sendLater } from '../mails/send-later.ts'
import { expectFreshOfGuarded } from './expect-fresh.ts'
import { apiUsageOf } from './api-usage.ts'
import { apiKeyMail } from './mails/api-key.ts'

const hourMs = 60 * 60_000
/** Of the user's keys. Each new key or secret is a mail. */
const changesPerHour = 60

const limitApiKeys = (c: AppContext): Promise<void> =>
  takeOfUser(c, { key: 'api-keys', limit: changesPerHour, windowMs: hourMs })

const userKeys = (c: AppContext) => userOf(c.env, c.var.caller.userId)

/** @throws AppError NOT_FOUND, API_KEYS_FULL */
function doneBy(result: KeyResult): contract.ApiKey {
  if (result.state === 'done') return result.apiKey
  throw result.state === 'full'
    ? new AppError('API_KEYS_FULL')
    : new AppError('NOT_FOUND', { text: 'Такого ключа нет. Обновите страницу' })
}

const wrong = (path: string, msg: string) => new AppError('VALIDATION_FAILED', { details: [{ path, msg }] })

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)]

function expectExpiry(at: number | null, before: contract.ApiKey | undefined): void {
  if (at === null || at === before?.expires_at) return
  const now = Date.now()
  if (at <= now) throw wrong('expires_at', 'Срок уже прошёл. Выберите время в будущем')
  if (at > now + expiryMaxMs) throw wrong('expires_at', 'Ключ может действовать не больше пяти лет')
}

function networksOf(list: readonly string[] | null): string[] | null {
  if (!list) return null
  const networks = list.map((network) => network.trim())
  const bad = networks.findIndex((network) => !isNetwork(network))
  if (bad < 0) return unique(networks)
  throw wrong(`networks.${bad}`, `«${networks[bad]}» — не адрес и не сеть. Подойдёт 203.0.113.7 или 203.0.113.0/24`)
}

const otherIds = new Set(otherModels.map(({ id }) => id))

/** Those that the key has already stay, also when they are no longer sold. */
async function expectModels(c: AppContext, ids: readonly string[] | null, before: contract.ApiKey | undefined) {
  if (!ids) return
  const { models } = await inForce(c)
  const isSold = (id: string) => otherIds.has(id) || models.some((model) => model.id === id && model.isOnSale)
  const bad = ids.findIndex((id) => !before?.models?.includes(id) && !isSold(id))
  if (bad >= 0) throw wrong(`models.${bad}`, `Модели «${ids[bad]}» сейчас нет в продаже`)
}

type Sent = {
  [Field in 'name' | 'scopes' | 'models' | 'networks' | 'expires_at' | 'budgets']?: contract.ApiKey[Field] | undefined
}

/** What was sent, checked. @param before the key that is changed @throws AppError VALIDATION_FAILED */
async function choiceOf(
  c: AppContext,
  { name, scopes, models, networks, expires_at: expiresAt, budgets }: Sent,
  before?: contract.ApiKey
): Promise<Partial<KeyChoice>> {
  if (expiresAt !== undefined) expectExpiry(expiresAt, before)
  const checked = networks === undefined ? undefined : networksOf(networks)
  if (models !== undefined) await expectModels(c, models, before)
  return {
    ...(name !== undefined && { name }),
    ...(scopes && { scopes: unique(scopes) }),
    ...(models !== undefined && { models: models && unique(models) }),
    ...(checked !== undefined && { networks: checked }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(budgets && { budgets })
  }
}

function tellOwner(
  c: AppContext,
  { name, hint, overlaps_until: overlapsUntil }: contract.ApiKey,
  change: 'made' | 'replaced'
) {
  const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = c.var.environment
  const { email: to } = callerAccount(c)
  const facts = { name, hint, change, overlapsUntil, at: Date.now(), address: clientAddress(c) }
  sendLater(c, 'api-key', async () => ({ to, ...apiKeyMail({ product, siteOrigin, ...facts }) }))
}

export function mountApiKeys(app: Hono<HonoEnv>) {
  serve(app, sessionByObject(contract.listApiKeys), async (_, c) => ({
    items: foundBy(await userKeys(c).readKeys(askerOf(c))).items
  }))

  serve(app, sessionByObject(contract.readApiUsage), ({ days }, c) => apiUsageOf(c, days))

  serve(app, contract.makeApiKey, async (sent, c) => {
    await expectFreshOfGuarded(c)
    const { name, scopes, budgets } = sent
    const usual = { name, scopes, budgets, models: null, networks: null, expiresAt: null }
    const choice: KeyChoice = { ...usual, ...(await choiceOf(c, sent)) }
    await limitApiKeys(c)
    const { text: key, ...secret } = newApiKey(c.var.environment, c.var.caller.userId)
    const apiKey = doneBy(await userKeys(c).makeKey({ ...secret, ...choice }))
    tellOwner(c, apiKey, 'made')
    return { key, apiKey }
  })

  serve(app, contract.changeApiKey, async ({ id, ...sent }, c) => {
    await limitApiKeys(c)
    const before = (await userKeys(c).viewKeys()).find((one) => one.id === id)
    if (!before) return { apiKey: doneBy({ state: 'unknown' }) }
    const { day = before.budgets.day, month = before.budgets.month, total = before.budgets.total } = sent.budgets ?? {}
    const budgets = sent.budgets && { day, month, total }
    return { apiKey: doneBy(await userKeys(c).changeKey(id, await choiceOf(c, { ...sent, budgets }, before))) }
  })

  serve(app, contract.replaceApiKey, async ({ id, overlap_hours: hours }, c) => {
    await expectFreshOfGuarded(c)
    await limitApiKeys(c)
    if (!(await userKeys(c).viewKeys()).some((one) => one.id === id)) doneBy({ state: 'unknown' })
    const { text: key, ...secret } = newApiKey(c.var.environment, c.var.caller.userId, id)
    const overlapsUntil = hours === 0 ? null : Date.now() + hours * hourMs
    const apiKey = doneBy(await userKeys(c).replaceKey(secret, overlapsUntil))
    tellOwner(c, apiKey, 'replaced')
    return { key, apiKey }
  })

  serve(app, contract.endApiKey, async ({ id }, c) => {
    await limitApiKeys(c)
    if (!(await userKeys(c).endKey(id))) doneBy({ state: 'unknown' })
    return {}
  })
}
