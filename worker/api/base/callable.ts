import type { SoldModel } from '#domain/models/sold-model.ts'
import type { InForce } from '../../http/in-force.ts'

/** Those that a call can reach now. */
export const callable = ({ models, connectionOf }: InForce): readonly SoldModel[] =>
  models.filter(({ isOnSale, routes }) => isOnSale && routes.some(({ supplier }) => connectionOf(supplier) !== null))
