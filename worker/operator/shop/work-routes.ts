// Who makes the works of tools: every change has a start ahead, as those of models and prices have.
import type { Hono } from 'hono'
import type { WorkDefinition } from '#contract/operator/shop/work-definition.ts'
import * as contract from '#contract/operator/shop/works.ts'
import { readShop } from '#data/directory/in-force.ts'
import {
  addModelChange,
  cancelModelChange,
  findModelChange,
  isModelMomentTaken,
  modelHistory
} from '#data/directory/model-changes.ts'
import type { Supplier } from '#domain/models/supplier.ts'
import { noticeMs } from '#domain/price-notice.ts'
import { supplyFlaw, type Work, workKeyOf } from '#domain/supplies/supply.ts'
import { digestOf } from '../../crypto/digest.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, conflict, expectFound } from '../../http/errors.ts'
import { expectOwnName } from '../../http/operator.ts'
import { serve } from '../../http/serve.ts'
import { suppliersInForce } from '../../http/suppliers-in-force.ts'
import { suppliesAt, workChangesOf } from '../../http/work-rows.ts'
import { recorded } from '../access/record.ts'
import { cancelPlanned, expectRead, expectStart } from '../planned.ts'
import { changesOfOne } from './read-changes.ts'
import { findWork, workChangeView, workViews } from './work-view.ts'

const pageSize = 50

const texts = {
  tooSoon: 'Поставщики могут смениться не раньше чем через две минуты: столько нужно, чтобы это узнали все',
  sameMoment: 'На это время уже назначено другое изменение этой работы',
  unknown: 'Такого поставщика нет'
} as const

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
    const msg = dialect === undefined ? texts.unknown : supplyFlaw(work, supply, dialect)
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
  serve(
    app,
    contract.setWork,
    async ({ work: subject, definition, starts_at: startsAt, base, next, idempotency_key: key, ...who }, c) => {
      const { directory } = c.var
      const work = expectFound(findWork(subject))
      const id = digestOf(`work:${key}`)
      const read = { base, next }
      const { known, rows } = await readWorks(c)
      // An earlier call has stored the change and died: it was possible then.
      if (!(await findModelChange(directory, id))) {
        expectStart(startsAt, texts.tooSoon)
        if (await isModelMomentTaken(directory, { modelId: subject, startsAt })) throw conflict(texts.sameMoment)
        expectRead(changesOfOne(rows, subject), startsAt, read)
        if (definition) expectAble(work, definition, known.suppliers)
      }
      const before = known.works.get(workKeyOf(work))
      const facts = async () => summaryOf(before ? { supplies: [...before] } : null)
      const request = { definition, startsAt }
      await recorded(c, { action: 'work-set', subject, userId: '', key, ...who, request, facts }, async () => {
        const row = {
          id,
          kind: 'work' as const,
          modelId: subject,
          definition: definition && JSON.stringify(definition),
          startsAt,
          createdAt: Date.now(),
          createdBy: expectOwnName(c, who.operator),
          reason: who.reason
        }
        if (!(await addModelChange(directory, row, read))) {
          expectRead(changesOfOne((await readWorks(c)).rows, subject), startsAt, read)
          throw conflict(texts.sameMoment)
        }
        return { starts_at: startsAt, ...summaryOf(definition) }
      })
      return { change: workChangeView(expectFound(await findModelChange(directory, id)), Date.now()) }
    }
  )
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
    const rows = await modelHistory(c.var.directory, { kind: 'work', before, modelId: undefined, limit: pageSize + 1 })
    const shown = rows.slice(0, pageSize)
    const next = rows.length > pageSize ? (shown.at(-1)?.createdAt ?? null) : null
    return { changes: shown.map((row) => workChangeView(row, Date.now())), next }
  })

  mountSetting(app)

  serve(app, contract.cancelWorkChange, async ({ id, idempotency_key: key, ...who }, c) => {
    const { directory } = c.var
    const find = async () => {
      const row = expectFound(await findModelChange(directory, id))
      if (row.kind !== 'work') throw new AppError('NOT_FOUND')
      return row
    }
    const row = await find()
    const facts = async () => {
      const { startsAt, cancelledAt } = await find()
      return { starts_at: startsAt, cancelled: cancelledAt !== null }
    }
    const cancel = (asked: Parameters<typeof cancelModelChange>[1]) => cancelModelChange(directory, asked)
    await cancelPlanned(c, id, { action: 'work-cancel', subject: row.modelId, key, ...who, facts, cancel })
    return { change: workChangeView(await find(), Date.now()) }
  })
}
