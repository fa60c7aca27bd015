// An account at a maker or a reseller of answers, as the adapters need it. It comes from outside: no adapter reads the environment.

import type { ChatDialect } from '#contract/chat-dialects.ts'

export interface ChatConnection {
  /** The id of the supplier, by which failures, outages and costs name it. */
  supplier: string
  dialect: ChatDialect
  /** Without a final slash; paths are appended. */
  baseUrl: string
  /** Is in memory alone: never stored, logged or sent to another host than that of `baseUrl`. */
  apiKey: string
}
