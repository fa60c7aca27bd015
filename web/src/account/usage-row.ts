import { chatModels } from '#contract/catalogue/chat-models.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import type { UsageRecord } from '#contract/wallet.ts'
import { formatTokens } from '../format/tokens.ts'
import { openToolPath } from '../paths.ts'

export interface UsageRow {
  /** The page that the row opens; null for records of no tool. */
  path: string | null
  title: string
  /** Tool, model and what was special about it. */
  details: string[]
  cost: string
  /** A credit: the balance grew. */
  gained: boolean
}

/** A credit, nothing, a charge; the last is the minus that is as wide as a plus. */
const signs = ['+', '', '−']

/** What a line of the history shows and where it leads. */
export function usageRow(record: UsageRecord): UsageRow {
  const tool = pathOfService(record.service)
  const cost = record.cost_in_tokens
  return {
    path: tool ? openToolPath(tool, record.model, record.created_at) : null,
    title: record.action,
    details: [...(tool ? [tools[tool].title] : []), ...modelName(record.model), ...returned(record)],
    cost: `${signs[Math.sign(cost) + 1]}${formatTokens(Math.abs(cost))}`,
    gained: cost < 0
  }
}

function modelName(id: string | null): string[] {
  if (id === null) return []
  return [chatModels.find((model) => model.id === id)?.name ?? id]
}

/** Only a part of what was held was charged: an answer that was stopped, or that failed. */
const returned = ({ cost_in_tokens: cost, returned_tokens: tokens }: UsageRecord): string[] =>
  cost >= 0 && tokens > 0 ? [`вернули ${formatTokens(tokens)}`] : []
