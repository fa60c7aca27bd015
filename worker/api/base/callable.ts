import type { SoldModel } from '#domain/models/sold-model.ts'
import type { AppContext } from '../../http/context.ts'
import { type InForce, inForce } from '../../http/in-force.ts'
import { noSuchModel } from './errors.ts'

const isCallable = ({ isOnSale, routes }: SoldModel, { connectionOf }: InForce): boolean =>
  isOnSale && routes.some(({ supplier }) => connectionOf(supplier) !== null)

/** Those that a call can reach now. */
export const callable = (shop: InForce): readonly SoldModel[] => shop.models.filter((model) => isCallable(model, shop))

/** What a call asks, without a look at the others. @throws ApiError 404 */
export async function modelFor(c: AppContext, id: string): Promise<{ shop: InForce; model: SoldModel }> {
  const shop = await inForce(c)
  const model = shop.models.find((one) => one.id === id)
  if (!model || !isCallable(model, shop)) throw noSuchModel(id)
  return { shop, model }
}
