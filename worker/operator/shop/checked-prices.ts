// A list price that jumps is a mistake more often than news: of the supplier, of a gateway, or of a finger. It counts once a person has
// said that it is right.
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import { jumpPercent, jumpsIn } from '#contract/operator/shop/list-price.ts'
import { readSeenModel } from '#data/directory/supplier-models.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import { recentPriceOf } from '#domain/models/supplier-list.ts'
import type { AppContext } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { readSuppliers } from './supplier-view.ts'

/**
 * Compares with the same route of the model, and where it is new, with what the supplier's list said before its last change.
 * @param models at the start of the change, without it
 * @throws AppError VALIDATION_FAILED at `prices_are_checked`
 */
export async function expectPricesChecked(
  c: AppContext,
  { id, routes }: ModelDefinition,
  models: readonly SoldModel[]
): Promise<void> {
  const now = Date.now()
  const { suppliers } = await readSuppliers(c)
  const listed = await Promise.all(
    routes.map(async ({ supplier, model }) => {
      const listing = suppliers.find((one) => one.id === supplier)
      const seen = listing && (await readSeenModel(c.var.directory, listing, model))
      return seen ? recentPriceOf(seen, now) : null
    })
  )
  const own = models.find((model) => model.id === id)?.routes ?? []
  const jumps = jumpsIn(routes, own, (_, index) => listed[index] ?? null)
  if (jumps.length === 0) return
  const msg = `Скачок больше ${jumpPercent} %: проверьте прейскурант и подтвердите его`
  throw new AppError('VALIDATION_FAILED', { details: [{ path: 'prices_are_checked', msg }] })
}
