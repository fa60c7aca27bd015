import type { SoldModel } from '#domain/models/sold-model.ts'
import type { InForce } from '../../http/in-force.ts'

const isCallable = ({ isOnSale, routes }: SoldModel, { connectionOf }: InForce): boolean =>
  isOnSale && routes.some(({ supplier }) => connectionOf(supplier) !== null)

/** Those that a call can reach now. */
export const callable = (shop: InForce): readonly SoldModel[] => shop.models.filter((model) => isCallable(model, shop))

/** The same one of them, without a look at the others. */
export function callableModel(shop: InForce, id: string): SoldModel | undefined {
  const model = shop.models.find((one) => one.id === id)
  return model && isCallable(model, shop) ? model : undefined
}
