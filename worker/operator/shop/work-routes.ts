// Who makes the works of tools: every change has a start ahead, as those of models and prices have.
import type { Hono } from 'hono'
import type { WorkDefinition } from '#contract/operator/shop/work-definition.ts'
import * as contract from '#contract/operator/shop/works.ts'
import { readShop } from '#data/directory/in-force.ts'
import { addModelChange, cancelModelChange, findModelChange, modelHistory } from '#data/directory/model-changes.ts'
import type { Supplier } from '#domain/models/supplier.ts'
import { noticeMs } from '#domain/price-notice.ts'
import { supplyFlaw, type Work, workKeyOf } from '#domain/supplies/supply.ts'
import { digestOf } from '../../crypto/digest.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, expectFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { suppliersInForce } from '../../http/suppliers-in-force.ts'
import { suppliesAt, workChangesOf } from '../../http/work-rows.ts'
import { recorded } from '../access/record.ts'
import { cancelPlanned, expectAdded, expectPlace, historyLimit, historyPart, plannedOf } from '../planned.ts'
import { changesOfOne, findOfKind } from './read-changes.ts'
import { findWork, workChangeView, workViews } from './work-view.ts'

const unknown = 'Такого поставщика нет'

/** As stored now, and not as this isolate remembers it. */
async function readWorks(c: AppContext) {
  const now = Date.now()
  const { works: rows, suppliers } = await readShop(c.var.directory, now)
  const known = await suppliersInForce(suppliers, c.var.environment, new Map())
  return { rows, known: { ...known, works: suppliesAt(workChangesOf(rows), now) } }
}

/** @throws AppError VALIDATION_FAILED at the supply that cannot make it */
function expectAble(work: Work, { supplies }: WorkDefinition, suppliers: readonly Supplier[]): void {
  for (const [index, supply] of supplies.entries()) {
    const dialect = suppliers.find(({ id }) => id === supply.supplier)?.dialect
    const msg = dialect === undefined ? unknown : supplyFlaw(work, supply, dialect)
    if (msg === null) continue
    throw new AppError('VALIDATION_FAILED', {
      details: [{ path: 'definition', msg: `${index + 1}-й в списке. ${msg}` }]
    })
  }
}

/** What the record says. */
const summaryOf = (definition: WorkDefinition | null) => ({
  supplies: definition?.supplies.map(({ supplier, model }) => `${supplier}: ${model}`).join(', ') ?? null
})

function mountSetting(app: Hono<HonoEnv>) {
  serve(app, contract.setWork, async ({ work: subject, definition, starts_at: startsAt, ...who }, c) => {
    const { directory } = c.var
    const work = expectFound(findWork(subject))
    const id = digestOf(`work:${who.idempotency_key}`)
    const { known, rows } = await readWorks(c)
    // An earlier call has stored the change and died: it was possible then.
    if (!(await findModelChange(directory, id))) {
      expectPlace(changesOfOne(rows, subject), startsAt, who)
      if (definition) expectAble(work, definition, known.suppliers)
    }
    const before = known.works.get(workKeyOf(work))
    const facts = async () => summaryOf(before ? { supplies: [...before] } : null)
    const request = { definition, startsAt }
    await recorded(c, { action: 'work-set', subject, ...who, request, facts }, async () => {
      const row = {
        ...plannedOf(c, { id, startsAt, ...who }),
        kind: 'work' as const,
        modelId: subject,
        definition: definition && JSON.stringify(definition)
      }
      expectAdded(await addModelChange(directory, row, who))
      return { starts_at: startsAt, ...summaryOf(definition) }
    })
    return { change: workChangeView(expectFound(await findModelChange(directory, id)), Date.now()) }
  })
}

export function mountWorks(app: Hono<HonoEnv>) {
  serve(app, contract.listWorks, async (_, c) => {
    const { rows, known } = await readWorks(c)
    const now = Date.now()
    const coming = rows.filter(({ startsAt }) => startsAt > now).toSorted((one, other) => one.startsAt - other.startsAt)
    return {
      works: workViews(known, rows, now),
      coming: coming.map((row) => workChangeView(row, now)),
      now,
      notice_ms: noticeMs
    }
  })

  serve(app, contract.readWorkHistory, async ({ before }, c) => {
    const rows = await modelHistory(c.var.directory, { kind: 'work', before, modelId: undefined, limit: historyLimit })
    const { shown, next } = historyPart(rows)
    return { changes: shown.map((row) => workChangeView(row, Date.now())), next }
  })

  mountSetting(app)

  serve(app, contract.cancelWorkChange, async ({ id, ...who }, c) => {
    const find = () => findOfKind(c, id, 'work')
    const { modelId: subject } = await find()
    const asked = { action: 'work-cancel', subject, ...who, find, cancel: cancelModelChange } as const
    return { change: workChangeView(await cancelPlanned(c, id, asked), Date.now()) }
  })
}
