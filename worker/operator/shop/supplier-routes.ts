// Suppliers that operators add, change and switch. A key comes in and never out: it is sealed for the host of its base URL at once, and
// the record says only when it was set.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/shop/suppliers.ts'
import {
  addSupplier,
  allSuppliers,
  changeSupplier,
  findSupplier,
  type SupplierRow,
  switchMaker
} from '#data/directory/suppliers.ts'
import { factsBefore } from '#data/directory/operator-actions.ts'
import { digestOf } from '../../crypto/digest.ts'
import { originOf, sealSupplierKey } from '../../crypto/supplier-key.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, conflict, expectFound } from '../../http/errors.ts'
import { expectOwnName } from '../../http/operator.ts'
import { serve } from '../../http/serve.ts'
import { isMaker } from '../../http/suppliers-in-force.ts'
import { actionIdOf, recorded } from '../access/record.ts'
import { publicBaseUrl } from './host-addresses.ts'
import { supplierView, supplierViews } from './supplier-view.ts'

const suppliersMax = 50

const texts = {
  many: `Больше ${suppliersMax} поставщиков завести нельзя`,
  maker: 'Этот поставщик задан настройками развёртывания: его можно только выключить и включить',
  overtaken: 'Поставщика успели изменить. Откройте его заново',
  keyAnew: 'Адрес ведёт на другой сервер: введите ключ заново. Прежний ключ туда не отправится'
} as const

/** @returns the base URL as it is kept @throws AppError VALIDATION_FAILED when keys may not be sent there */
async function expectPublic(c: AppContext, typed: string): Promise<string> {
  const { STAGE: stage, SITE_ORIGIN: site } = c.var.environment
  const checked = await publicBaseUrl(typed, { isLocal: stage === 'local', ownHost: new URL(site).host })
  if ('baseUrl' in checked) return checked.baseUrl
  throw new AppError('VALIDATION_FAILED', { details: [{ path: 'base_url', msg: checked.flaw }] })
}

/** Sealed for the supplier and its host. Operators exist only where there is a token. @throws AppError NOT_FOUND */
async function sealedFor(c: AppContext, supplier: string, baseUrl: string, apiKey: string): Promise<string> {
  const { OPERATOR_TOKEN: operatorToken } = c.var.environment
  if (operatorToken === undefined) throw new AppError('NOT_FOUND')
  return sealSupplierKey(apiKey, { supplier, baseUrl }, operatorToken)
}

/** `s-` and 12 of [a-z0-9], the same for a repetition. */
const supplierIdOf = (key: string): string =>
  `s-${BigInt(`0x${Buffer.from(digestOf(`supplier:${key}`), 'base64url').toString('hex')}`)
    .toString(36)
    .slice(0, 12)}`

async function factsOf(c: AppContext, id: string) {
  const row = await findSupplier(c.var.directory, id)
  if (!row) return {}
  const { name, dialect, baseUrl, isOn, perMinuteMax, keySetAt } = row
  return { name, dialect, base_url: baseUrl, is_on: isOn, per_minute_max: perMinuteMax, key_set_at: keySetAt }
}

/** What of the key the record compares repetitions by: nothing that tells the key or returns with another call. */
const keyMark = (idempotencyKey: string, apiKey: string | null): string | null =>
  apiKey === null ? null : digestOf(`supplier key:${idempotencyKey}:${apiKey}`)

function mountAdding(app: Hono<HonoEnv>) {
  serve(app, contract.addSupplier, async ({ key: apiKey, base_url: typed, ...asked }, c) => {
    const { name, dialect, per_minute_max: perMinuteMax, ...who } = asked
    const { idempotency_key: key, operator } = who
    const id = supplierIdOf(key)
    const { directory } = c.var
    const baseUrl = await expectPublic(c, typed)
    const known = await allSuppliers(directory)
    if (known.length >= suppliersMax && !known.some((one) => one.id === id)) throw conflict(texts.many)
    const facts = () => factsOf(c, id)
    const request = { name, dialect, baseUrl, perMinuteMax, key: keyMark(key, apiKey) }
    await recorded(c, { action: 'supplier-add', subject: id, ...who, request, facts }, async () => {
      const at = Date.now()
      const by = expectOwnName(c, operator)
      const made = { createdAt: at, createdBy: by, changedAt: at, changedBy: by, keySetAt: at, isOn: true }
      const sealedKey = await sealedFor(c, id, baseUrl, apiKey)
      await addSupplier(directory, { id, name, dialect, baseUrl, perMinuteMax, sealedKey, ...made })
    })
    return { supplier: await supplierView(c, id) }
  })
}

/** @throws AppError NOT_FOUND; CONFLICT for one of the environment */
async function expectOwn(c: AppContext, id: string): Promise<SupplierRow & { baseUrl: string }> {
  if (isMaker(id)) throw conflict(texts.maker)
  const { baseUrl, ...row } = expectFound(await findSupplier(c.var.directory, id))
  if (baseUrl === null) throw new AppError('NOT_FOUND')
  return { ...row, baseUrl }
}

function mountChanging(app: Hono<HonoEnv>) {
  serve(app, contract.changeSupplier, async ({ id, key: apiKey, base_url: typed, ...asked }, c) => {
    const { name, dialect, per_minute_max: perMinuteMax, changed_at: readAt = null, ...who } = asked
    const { idempotency_key: key, operator } = who
    const row = await expectOwn(c, id)
    const by = expectOwnName(c, operator)
    // Before anything is recorded. A repeated call may have made the change already.
    const isOvertaken = readAt !== null && row.changedAt !== readAt
    if (isOvertaken && !(row.changedBy === by && (await factsBefore(c.var.directory, actionIdOf(key)))))
      throw conflict(texts.overtaken)
    const baseUrl = typed === row.baseUrl ? typed : await expectPublic(c, typed)
    if (apiKey === null && originOf(baseUrl) !== originOf(row.baseUrl)) throw conflict(texts.keyAnew)
    const facts = () => factsOf(c, id)
    const request = { name, dialect, baseUrl, perMinuteMax, key: keyMark(key, apiKey) }
    await recorded(c, { action: 'supplier-change', subject: id, ...who, request, facts }, async (_, isRepeated) => {
      // Later than what was read, also within the same millisecond.
      const at = Math.max(Date.now(), row.changedAt + 1)
      const changed = { name, dialect, baseUrl, perMinuteMax, changedAt: at, changedBy: by }
      const sealed = apiKey !== null && { sealedKey: await sealedFor(c, id, baseUrl, apiKey), keySetAt: at }
      const since = readAt === null ? undefined : { at: readAt, by: isRepeated ? by : null }
      if (!(await changeSupplier(c.var.directory, id, { ...changed, ...sealed }, since)))
        throw conflict(texts.overtaken)
    })
    return { supplier: await supplierView(c, id) }
  })

  serve(app, contract.switchSupplier, async ({ id, is_on: isOn, ...who }, c) => {
    const { directory } = c.var
    if (!isMaker(id)) await expectOwn(c, id)
    const facts = async () => ({ is_on: (await findSupplier(directory, id))?.isOn ?? true })
    const action = isOn ? ('supplier-on' as const) : ('supplier-off' as const)
    await recorded(c, { action, subject: id, ...who, facts }, async () => {
      const at = Date.now()
      const by = expectOwnName(c, who.operator)
      if (isMaker(id)) await switchMaker(directory, { id, isOn, at, by })
      else await changeSupplier(directory, id, { isOn, changedAt: at, changedBy: by })
    })
    return { supplier: await supplierView(c, id) }
  })
}

export function mountSuppliers(app: Hono<HonoEnv>) {
  serve(app, contract.listSuppliers, async (_, c) => ({ suppliers: await supplierViews(c) }))
  mountAdding(app)
  mountChanging(app)
}
