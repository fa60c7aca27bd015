// Suppliers: accounts at makers or resellers. Those of the environment have the ids of their makers; operators add others in
// the console.
import type { SupplierDialect } from '#contract/supplier-dialects.ts'

export interface Supplier {
  id: string
  name: string
  dialect: SupplierDialect
  /** Without a final slash. */
  baseUrl: string
  isOn: boolean
  /** Calls within a minute; null: no limit of ours. */
  perMinuteMax: number | null
}
