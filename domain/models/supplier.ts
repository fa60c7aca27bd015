// Suppliers of answers: accounts at makers or resellers. Those of the environment have the ids of their makers; operators add others in
// the console.
import type { ChatDialect } from '#contract/chat-dialects.ts'

export interface Supplier {
  id: string
  name: string
  dialect: ChatDialect
  /** Without a final slash. */
  baseUrl: string
  isOn: boolean
  /** Calls within a minute; null: no limit of ours. */
  perMinuteMax: number | null
}
