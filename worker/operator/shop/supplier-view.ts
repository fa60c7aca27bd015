// What operators see of suppliers: never a key.
import type { OperatorSupplier } from '#contract/operator/shop/suppliers.ts'
import { allSuppliers, type SupplierRow } from '#data/directory/suppliers.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import type { Supplier } from '#domain/models/supplier.ts'
import { namedFor } from '#domain/supplies/choice.ts'
import { type Supply, works } from '#domain/supplies/supply.ts'
import type { Connection } from '#providers/http/connection.ts'
import type { AppContext } from '../../http/context.ts'
import { conflict, expectFound } from '../../http/errors.ts'
import { inForce } from '../../http/in-force.ts'
import { isMaker, type SuppliersInForce, suppliersInForce } from '../../http/suppliers-in-force.ts'
import { workTitle } from './work-view.ts'

interface Read extends SuppliersInForce {
  rows: readonly SupplierRow[]
}

/** As they are stored now, and not as this isolate remembers them. */
export async function readSuppliers(c: AppContext): Promise<Read> {
  const rows = await allSuppliers(c.var.directory)
  return { rows, ...(await suppliersInForce(rows, c.var.environment, new Map())) }
}

/** The models on sale that have it among their routes, and those of them that no other supplier answers for. */
function modelsOf(id: string, models: readonly SoldModel[], isOn: (supplier: string) => boolean) {
  const own = models.filter(({ isOnSale, routes }) => isOnSale && routes.some(({ supplier }) => supplier === id))
  const alone = own.filter(({ routes }) => !routes.some(({ supplier }) => supplier !== id && isOn(supplier)))
  return { models: own.map(({ name }) => name), models_alone: alone.map(({ name }) => name) }
}

/** The works that it may be asked for, and those of them that no other supplier makes. */
function worksOf(id: string, named: ReadonlyMap<string, readonly Supply[]>, isOn: (supplier: string) => boolean) {
  const own = works.filter((work) => namedFor(work, named).some(({ supplier }) => supplier === id))
  const alone = own.filter((work) => !namedFor(work, named).some(({ supplier }) => supplier !== id && isOn(supplier)))
  return { works: own.map(workTitle), works_alone: alone.map(workTitle) }
}

export async function supplierViews(c: AppContext): Promise<OperatorSupplier[]> {
  const [{ rows, suppliers, connections }, { models, supplies }] = await Promise.all([readSuppliers(c), inForce(c)])
  const answers = (id: string) => connections.has(id) && suppliers.some((one) => one.id === id && one.isOn)
  return suppliers.map(({ id, name, dialect, baseUrl, isOn, perMinuteMax }) => {
    const row = rows.find((one) => one.id === id)
    return {
      id,
      name,
      dialect,
      base_url: baseUrl,
      is_on: isOn,
      per_minute_max: perMinuteMax,
      is_maker: isMaker(id),
      key: connections.has(id) ? 'ok' : row?.sealedKey ? 'closed' : 'none',
      key_set_at: row?.keySetAt ?? null,
      ...modelsOf(id, models, answers),
      ...worksOf(id, supplies.works, answers),
      changed_at: row?.changedAt ?? null,
      changed_by: row?.changedBy ?? null
    }
  })
}

/** @throws AppError NOT_FOUND */
export const supplierView = async (c: AppContext, id: string): Promise<OperatorSupplier> =>
  expectFound((await supplierViews(c)).find((one) => one.id === id))

/** For calls of operators, which ask a supplier that is off too. */
interface AskedSupplier {
  supplier: Supplier
  /** Null: it has no key that opens. */
  connection: Connection | null
}

/** @throws AppError NOT_FOUND */
export async function expectSupplier(c: AppContext, id: string): Promise<AskedSupplier> {
  const { suppliers, connections } = await readSuppliers(c)
  return { supplier: expectFound(suppliers.find((one) => one.id === id)), connection: connections.get(id) ?? null }
}

/** @throws AppError NOT_FOUND; CONFLICT where it has no key that opens */
export async function connectionTo(c: AppContext, id: string): Promise<AskedSupplier & { connection: Connection }> {
  const { supplier, connection } = await expectSupplier(c, id)
  if (!connection) throw conflict('У поставщика нет действующего ключа: задайте его')
  return { supplier, connection }
}
