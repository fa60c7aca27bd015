// Models that operators define: every change has a start ahead, as prices have, and none may leave a page or a chat without a model.
import type { Hono } from 'hono'
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import * as contract from '#contract/operator/shop/models.ts'
import type { ReadPlace } from '#contract/operator/access/planned.ts'
import { kopecksPerToken } from '#data/both/margin.ts'
import {
  addModelChange,
  cancelModelChange,
  findModelChange,
  type ModelChangeRow,
  modelHistory
} from '#data/directory/model-changes.ts'
import { chatSupplyOf } from '#domain/models/connected.ts'
import { type ChangeFlaw, definitionFlaw, leavesGap } from '#domain/models/change-rules.ts'
import { type DefinedChange, definitionOf } from '#domain/models/definition.ts'
import { soldModels } from '#domain/models/sold-models.ts'
import { noticeMs } from '#domain/price-notice.ts'
import { digestOf } from '../../crypto/digest.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, conflict, expectFound } from '../../http/errors.ts'
import { changesOf } from '../../http/model-rows.ts'
import { inForce } from '../../http/in-force.ts'
import { serve } from '../../http/serve.ts'
import { type Asked, recorded } from '../access/record.ts'
import { cancelPlanned, expectAdded, expectPlace, historyLimit, historyPart, plannedOf } from '../planned.ts'
import { changeView, comingView, modelViews } from './model-view.ts'
import { expectPricesChecked } from './checked-prices.ts'
import { changesOfOne, findOfKind, readChanges } from './read-changes.ts'

const texts = {
  otherUpstream: 'До этого начала модель поставщика сменится на странице «Цены»',
  needed: 'Без этого изменения не выйдет то, что назначено после него'
} as const

/** @throws AppError VALIDATION_FAILED at the field of the call that is wrong; CONFLICT where it has none */
function refuse({ text, field }: ChangeFlaw, action: Wanted['action']): never {
  if (field === undefined || (action !== 'model-set' && field !== 'successor')) throw conflict(text)
  throw new AppError('VALIDATION_FAILED', {
    details: [{ path: action === 'model-set' ? 'definition' : field, msg: text }]
  })
}

/** What the record says of a model. */
const summaryOf = (definition: ModelDefinition | null) =>
  definition
    ? {
        name: definition.name,
        price_tokens: definition.priceTokens,
        is_on_sale: definition.isOnSale,
        successor: definition.successor,
        routes: definition.routes.map(({ supplier, model }) => `${supplier}: ${model}`).join(', ')
      }
    : { name: null }

interface Wanted extends ReadPlace, Asked {
  action: 'model-set' | 'model-off' | 'model-drop'
  model: string
  /** @param models at the start, without the change */
  define: (models: ReturnType<typeof soldModels>, changes: readonly DefinedChange[]) => ModelDefinition | null
  request: object
  startsAt: number
  /** A person has said that jumps of list prices are right. */
  arePricesChecked?: boolean
}

/**
 * Before anything is recorded, because the same dialog may send another time under its key.
 * @throws AppError CONFLICT, NOT_FOUND, VALIDATION_FAILED
 */
async function definedIfPossible(c: AppContext, wanted: Wanted): Promise<ModelDefinition | null> {
  const { action, model, define, startsAt, arePricesChecked = false } = wanted
  const { changes, rows, suppliers } = await readChanges(c)
  expectPlace(changesOfOne(rows, model), startsAt, wanted)
  const [{ upstreams }, { upstreams: now }] = await Promise.all([inForce(c, startsAt), inForce(c)])
  const models = soldModels(changes, upstreams, startsAt, chatSupplyOf(c.var.environment))
  const isDefined = models.find(({ id }) => id === model)?.isDefined
  if (action === 'model-set' && !isDefined && upstreams[model] !== now[model]) throw conflict(texts.otherUpstream)
  const definition = define(models, changes)
  const flaw =
    (definition && definitionFlaw(definition, { models, suppliers: new Set(suppliers.map(({ id }) => id)) })) ??
    leavesGap(changes, [...changes, { id: model, startsAt, definition }], startsAt, model)
  if (flaw) refuse(flaw, action)
  if (action === 'model-set' && definition && !arePricesChecked) await expectPricesChecked(c, definition, models)
  return definition
}

/** @returns the change */
async function setChange(c: AppContext, wanted: Wanted): Promise<{ change: contract.OperatorModelChange }> {
  const { action, model, request, startsAt, operator, reason, idempotency_key: key } = wanted
  const { directory } = c.var
  const id = digestOf(`model:${key}`)
  const stored = await findModelChange(directory, id)
  // An earlier call has stored the change and died: it was possible then.
  const definition = stored ? undefined : await definedIfPossible(c, wanted)
  const facts = async () => {
    const now = (await inForce(c)).models.find((one) => one.id === model)
    return summaryOf(now ? definitionOf(now) : null)
  }
  const asked = { ...request, startsAt }
  const change = { action, subject: model, idempotency_key: key, operator, reason, request: asked, facts } as const
  await recorded(c, change, async () => {
    const after = { starts_at: startsAt }
    if (definition === undefined) return after
    const row = {
      ...plannedOf(c, { id, startsAt, operator, reason }),
      modelId: model,
      definition: definition && JSON.stringify(definition)
    }
    expectAdded(await addModelChange(directory, row, wanted))
    return { ...after, ...summaryOf(definition) }
  })
  return { change: changeView(expectFound(await findModelChange(directory, id)), Date.now()) }
}

function mountSetting(app: Hono<HonoEnv>) {
  serve(app, contract.setModel, ({ definition, starts_at: startsAt, prices_are_checked, ...who }, c) =>
    setChange(c, {
      action: 'model-set',
      model: definition.id,
      define: () => definition,
      request: { definition },
      startsAt,
      arePricesChecked: prices_are_checked,
      ...who
    })
  )

  serve(app, contract.takeModelOff, ({ model, successor, starts_at: startsAt, ...who }, c) =>
    setChange(c, {
      action: 'model-off',
      model,
      define: (models) => {
        const now = expectFound(models.find((one) => one.id === model))
        return { ...definitionOf(now), isOnSale: false, successor }
      },
      request: { successor },
      startsAt,
      ...who
    })
  )

  serve(app, contract.dropModel, ({ model, starts_at: startsAt, ...who }, c) =>
    setChange(c, {
      action: 'model-drop',
      model,
      define: (_, changes) => {
        const own = changes.filter(({ id, startsAt: at }) => id === model && at <= startsAt)
        if (!own.some(({ definition }) => definition)) throw new AppError('NOT_FOUND')
        return null
      },
      request: {},
      startsAt,
      ...who
    })
  )
}

/** @throws AppError CONFLICT when what begins later needs the change */
async function expectNotNeeded(c: AppContext, { id, modelId, startsAt, cancelledAt }: ModelChangeRow): Promise<void> {
  if (cancelledAt !== null) return
  const { rows, changes } = await readChanges(c)
  const left = changesOf(rows.filter((row) => row.id !== id).map((row) => ({ row, firstAt: row.startsAt })))
  const successorOf = changes.some(({ definition }) => definition?.successor === modelId)
  const isGone = !soldModels(left, {}, startsAt).some((one) => one.id === modelId)
  if (leavesGap(changes, left, startsAt, undefined) || (successorOf && isGone)) throw conflict(texts.needed)
}

export function mountModels(app: Hono<HonoEnv>) {
  serve(app, contract.listModels, async (_, c) => {
    const [force, { changes, rows, suppliers }, kopecks] = await Promise.all([
      inForce(c),
      readChanges(c),
      kopecksPerToken(c.var.directory)
    ])
    const now = Date.now()
    const { upstreams, prices } = force
    const modelsThen = (at: number) => soldModels(changes, upstreams, at, chatSupplyOf(c.var.environment))
    const coming = rows.filter(({ startsAt }) => startsAt > now)
    const models = modelsThen(now)
    const isGone = ({ startsAt, modelId, kind }: ModelChangeRow) =>
      startsAt <= now && kind === 'model' && models.every(({ id }) => id !== modelId)
    return {
      models: modelViews({ prices, models }, rows, now),
      gone: rows.filter(isGone).map(({ id, modelId }) => ({ model: modelId, in_force: id })),
      coming: coming
        .map((row) => comingView(row, modelsThen(row.startsAt), now))
        .toSorted((one, other) => one.starts_at - other.starts_at),
      suppliers: suppliers.map(({ id, name, isOn }) => ({ id, name, is_on: isOn })),
      kopecks_per_token: kopecks,
      now,
      notice_ms: noticeMs
    }
  })

  serve(app, contract.readModelHistory, async ({ model, before }, c) => {
    const rows = await modelHistory(c.var.directory, { before, modelId: model, limit: historyLimit })
    const { shown, next } = historyPart(rows)
    const now = Date.now()
    return { changes: shown.map((row) => changeView(row, now)), next }
  })

  mountSetting(app)

  serve(app, contract.cancelModelChange, async ({ id, ...who }, c) => {
    const find = () => findOfKind(c, id, 'model')
    const row = await find()
    await expectNotNeeded(c, row)
    const asked = {
      action: 'model-cancel',
      subject: row.modelId,
      ...who,
      find,
      cancel: cancelModelChange
    } as const
    return { change: changeView(await cancelPlanned(c, id, asked), Date.now()) }
  })
}
