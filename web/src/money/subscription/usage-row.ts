import { chatModels } from '#contract/catalogue/chat-models.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import { isRunning } from '#contract/operation-outcomes.ts'
import type { UsageRecord } from '#contract/wallet.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { openToolPath } from '../../base/paths.ts'

export interface UsageRow {
  /** The page that the row opens; null for records of no tool. */
  path: string | null
  title: string
  /** Tool, model and what was special about it. */
  details: string[]
  cost: string
  /** A credit: the balance grew. */
  gained: boolean
  running: boolean
}

/** A credit, nothing, a charge; the last is the minus that is as wide as a plus. */
const signs = ['+', '', '−']

/** `+10 токенов`, `−3 токена`, by how the balance changed. */
export const formatChange = (change: number): string =>
  `${signs[Math.sign(0 - change) + 1]}${formatTokens(Math.abs(change))}`

/** How the row changes what can be spent: what is held is as good as gone. */
export const changeOf = (record: UsageRecord): number =>
  0 - record.cost_in_tokens - (isRunning(record) ? record.reserved_tokens : 0)

/** Premium bore the price: nothing was held, nothing charged. */
export const isOnPlan = ({ reserved_tokens: held, price_tokens: price }: UsageRecord): boolean =>
  held === 0 && price > 0

/** What a line of the history shows and where it leads. */
export function usageRow(record: UsageRecord): UsageRow {
  const tool = pathOfService(record.service)
  const running = isRunning(record)
  return {
    path: tool ? openToolPath(tool, record.model, record.created_at) : null,
    title: record.action,
    details: [...(tool ? [tools[tool].title] : []), ...modelName(record.model), ...special(record)],
    cost: formatChange(changeOf(record)),
    gained: record.cost_in_tokens < 0,
    running
  }
}

function modelName(id: string | null): string[] {
  if (id === null) return []
  return [chatModels.find((model) => model.id === id)?.name ?? id]
}

/** Premium bore it; or only a part of what was held was charged: an answer that was stopped, or that failed. */
function special(record: UsageRecord): string[] {
  const { cost_in_tokens: cost, returned_tokens: tokens } = record
  if (isOnPlan(record)) return ['по Premium']
  return cost >= 0 && tokens > 0 ? [`вернули ${formatTokens(tokens)}`] : []
}
