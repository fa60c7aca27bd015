// What the lines of the journal alone show, without the account and the other rows: all movements, and the
// operations that have begun and not ended. Reads the whole journal, so it is for operators only.
import type { MovementTotals } from '#domain/ledger-correction.ts'
import type { ReservationOwner } from './calls.ts'
import { ownerIn } from './reservations.ts'

export interface OpenOperation {
  operationId: string
  owner: ReservationOwner
  priceTokens: number
  /** The price that a plan covers; nothing is reserved for it. */
  planTokens: number
}

export function movementTotals(sql: SqlStorage): MovementTotals {
  const { balance, reserved, charged } = sql
    .exec<{ balance: number; reserved: number; charged: number }>(
      `select coalesce(sum(balance_delta), 0) as balance, coalesce(sum(reserved_delta), 0) as reserved,
          coalesce(sum(charged_tokens), 0) as charged from journal`
    )
    .one()
  return { balanceTokens: balance, reservedTokens: reserved, chargedTokens: charged }
}

export const openInJournal = (sql: SqlStorage): OpenOperation[] =>
  sql
    .exec<{ operation_id: string; fingerprint: string; price: number; plan: number }>(
      `select operation_id, fingerprint, reserved_delta as price, plan_tokens as plan from journal opening
        where kind = 'reserve' and not exists (select 1 from journal ending
          where ending.operation_id = opening.operation_id and ending.kind in ('settle', 'release', 'expire'))
        order by seq`
    )
    .toArray()
    .flatMap(({ operation_id: operationId, fingerprint, price: priceTokens, plan: planTokens }) => {
      const owner = ownerIn('reserve', fingerprint)
      return owner === null ? [] : [{ operationId, owner, priceTokens, planTokens }]
    })
