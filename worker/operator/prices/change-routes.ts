// Prices and upstream models that operators set: every change has a start time ahead, and none is ever rewritten.
import type { Hono } from 'hono'
import { findChatModel } from '#contract/catalogue/chat-models.ts'
import type { ChatService } from '#contract/catalogue/chat.ts'
import { findPriceItem, type PriceItem, priceItemsOf } from '#contract/catalogue/price-items.ts'
import { priceKey } from '#contract/catalogue/prices.ts'
import type { ReadPlace } from '#contract/operator/access/planned.ts'
import * as contract from '#contract/operator/prices/prices.ts'
import {
  addOverride,
  cancelOverride,
  findOverride,
  overrideHistory,
  type OverrideRow
} from '#data/directory/price-overrides.ts'
import { readShop } from '#data/directory/in-force.ts'
import { noticeMs } from '#domain/price-notice.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import { isUpstreamModel, upstreamPrices } from '#domain/upstreams/list-prices.ts'
import { digestOf } from '../../crypto/digest.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, conflict, expectFound } from '../../http/errors.ts'
import { type InForce, inForce } from '../../http/in-force.ts'
import { serve } from '../../http/serve.ts'
import { type Asked, recorded } from '../access/record.ts'
import {
  cancelPlanned,
  expectAdded,
  expectPlace,
  historyLimit,
  historyPart,
  inForceIdOf,
  plannedOf,
  plannedView
} from '../planned.ts'

const isDefined = 'Эта модель задана на странице «Модели»: там меняются и её маршруты'

function changeView(row: OverrideRow, now: number, models: readonly SoldModel[]): contract.OperatorPriceChange {
  const { kind, service, item, tokens } = row
  return {
    ...plannedView(row, now),
    kind,
    service,
    item,
    title: findPriceItem(models, { service, item })?.title ?? priceKey(service, item),
    tokens,
    upstream_model: row.upstreamModel
  }
}

type Priced = Pick<OverrideRow, 'kind' | 'service' | 'item'>

const isSame = (one: Priced, other: Priced): boolean =>
  one.kind === other.kind && one.service === other.service && one.item === other.item

/** @param rows in force, and those that begin later */
function itemView(priced: PriceItem, { prices, models }: InForce, rows: readonly OverrideRow[]): contract.PricedItem {
  const { service, item, kind, title, tokens } = priced
  const model = models.find((one) => one.service === service && one.id === item)
  const begun = (changed: OverrideRow['kind']) =>
    inForceIdOf(
      rows.filter((row) => isSame(row, { kind: changed, service, item })),
      Date.now()
    )
  // Where an operator has defined a model, the supplier's is changed with its routes.
  const ofCatalogue = model?.isDefined ? undefined : findChatModel(service as ChatService, item)
  return {
    service,
    item,
    title,
    kind,
    tokens: prices.get(priceKey(service, item)) ?? tokens,
    catalogue_tokens: tokens,
    upstream_model: model?.upstream.model ?? null,
    catalogue_upstream_model: ofCatalogue?.upstream.model ?? null,
    price_in_force: begun('price'),
    upstream_in_force: begun('upstream')
  }
}

/** @throws AppError NOT_FOUND */
const changeOf = async (c: AppContext, id: string): Promise<OverrideRow> =>
  expectFound(await findOverride(c.var.directory, id))

const viewOf = async (c: AppContext, id: string): Promise<contract.OperatorPriceChange> =>
  changeView(await changeOf(c, id), Date.now(), (await inForce(c)).models)

/** The change of a price or an upstream in force and those that begin later, as they are stored now. */
async function rowsOf(c: AppContext, same: Priced): Promise<OverrideRow[]> {
  const { prices } = await readShop(c.var.directory, Date.now())
  return prices.filter((row) => isSame(row, same))
}

interface Wanted extends ReadPlace, Pick<OverrideRow, keyof Priced | 'tokens' | 'upstreamModel' | 'startsAt'>, Asked {
  /** Not asked of a call that is repeated: its change stands, whatever was planned since. */
  expectPossible?: () => Promise<void>
}

/** @returns the change @throws AppError CONFLICT, IDEMPOTENCY_MISMATCH */
async function setChange(c: AppContext, wanted: Wanted): Promise<contract.OperatorPriceChange> {
  const { kind, service, item, tokens, upstreamModel, startsAt, operator, reason, idempotency_key: key } = wanted
  const { directory } = c.var
  const id = digestOf(`price:${key}`)
  const action = kind === 'price' ? ('price-set' as const) : ('upstream-set' as const)
  // An earlier call has stored the change and died: it kept the notice period.
  if (!(await findOverride(directory, id))) {
    await wanted.expectPossible?.()
    expectPlace(await rowsOf(c, wanted), startsAt, wanted)
  }
  const facts = async () => {
    const force = await inForce(c)
    const priced = findPriceItem(force.models, { service, item })
    const view = priced && itemView(priced, force, [])
    return { tokens: view?.tokens ?? null, upstream_model: view?.upstream_model ?? null }
  }
  const request = { tokens, upstreamModel, startsAt }
  const change = {
    action,
    subject: priceKey(service, item),
    idempotency_key: key,
    operator,
    reason,
    request,
    facts
  } as const
  await recorded(c, change, async () => {
    const row = { ...plannedOf(c, { id, startsAt, operator, reason }), kind, service, item, tokens, upstreamModel }
    expectAdded(await addOverride(directory, row, wanted))
    return { tokens, upstream_model: upstreamModel, starts_at: startsAt }
  })
  return viewOf(c, id)
}

function mountSetting(app: Hono<HonoEnv>) {
  serve(app, contract.setPrice, async ({ service, item, tokens, starts_at: startsAt, ...who }, c) => {
    if (!findPriceItem((await inForce(c)).models, { service, item })) throw new AppError('NOT_FOUND')
    return {
      change: await setChange(c, { kind: 'price', service, item, tokens, upstreamModel: null, startsAt, ...who })
    }
  })

  serve(
    app,
    contract.setUpstreamModel,
    async ({ service, item, upstream_model: upstreamModel, starts_at: startsAt, ...who }, c) => {
      const expectPossible = async () => {
        const model = (await inForce(c, startsAt)).models.find((one) => one.service === service && one.id === item)
        if (!model) throw new AppError('NOT_FOUND')
        if (model.isDefined) throw conflict(isDefined)
        if (upstreamModel !== null && !isUpstreamModel(upstreamModel)) throw new AppError('UNKNOWN_MODEL')
      }
      return {
        change: await setChange(c, {
          kind: 'upstream',
          service,
          item,
          tokens: null,
          upstreamModel,
          startsAt,
          expectPossible,
          ...who
        })
      }
    }
  )
}

const factsOf = ({ tokens, upstreamModel }: OverrideRow) => ({ tokens, upstream_model: upstreamModel })

export function mountPriceChanges(app: Hono<HonoEnv>) {
  serve(app, contract.openPrices, async ({ before }, c) => {
    const now = Date.now()
    const [force, rows, { prices }] = await Promise.all([
      inForce(c),
      overrideHistory(c.var.directory, { before, limit: historyLimit }),
      readShop(c.var.directory, now)
    ])
    const coming = prices.filter(({ startsAt }) => startsAt > now)
    const { shown, next } = historyPart(rows)
    return {
      items: priceItemsOf(force.models).map((item) => itemView(item, force, prices)),
      coming: coming
        .map((row) => changeView(row, now, force.models))
        .toSorted((one, other) => one.starts_at - other.starts_at),
      upstream_models: Object.keys(upstreamPrices),
      changes: shown.map((row) => changeView(row, now, force.models)),
      next,
      now,
      notice_ms: noticeMs
    }
  })

  mountSetting(app)

  serve(app, contract.cancelPriceChange, async ({ id, ...who }, c) => {
    const find = () => changeOf(c, id)
    const { service, item } = await find()
    const subject = priceKey(service, item)
    await cancelPlanned(c, id, { action: 'price-cancel', subject, ...who, find, cancel: cancelOverride, factsOf })
    return { change: await viewOf(c, id) }
  })
}
