// An account at a maker or a reseller, as the adapters need it. It comes from outside: no adapter reads the environment.
import type { SupplierDialect } from '#contract/supplier-dialects.ts'

export interface Account {
  /** The id of the supplier, by which failures, outages and costs name it. */
  supplier: string
  /** Without a final slash; paths are appended. */
  baseUrl: string
  /** Is in memory alone: never stored, logged or sent to another host than that of `baseUrl`. */
  apiKey: string
}

export interface Connection<Dialect extends SupplierDialect = SupplierDialect> extends Account {
  dialect: Dialect
}
