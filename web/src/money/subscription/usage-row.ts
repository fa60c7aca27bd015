import { tools } from '#contract/catalogue/menu.ts'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import { isRunning } from '#contract/operation-outcomes.ts'
import { catalogueModels, nameOfModel, type ShownModel } from '#contract/catalogue/models.ts'
import type { UsageRecord } from '#contract/wallet.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { openToolPath } from '../../base/links.ts'

export interface UsageRow {
  /** The page that the row links to; null for records without a tool. */
  path: string | null
  title: string
  /** The tool, the model and remarks. */
  details: string[]
  cost: string
  /** A credit: the balance grew. */
  gained: boolean
  running: boolean
}

/** For a credit, zero and a charge; the minus sign is as wide as the plus. */
const signs = ['+', '', '−']

/** `+10 токенов`, `−3 токена`, by how the balance changed. */
export const formatChange = (change: number): string =>
  `${signs[Math.sign(0 - change) + 1]}${formatTokens(Math.abs(change))}`

/** How the record changes the spendable balance: reserved tokens count as spent. */
export const changeOf = (record: UsageRecord): number =>
  0 - record.cost_in_tokens - (isRunning(record) ? record.reserved_tokens : 0)

/** Covered by Premium: no tokens were reserved or charged. */
export const isOnPlan = ({ reserved_tokens: held, price_tokens: price }: UsageRecord): boolean =>
  held === 0 && price > 0

/** What a row of the history shows, and where it links to. @param models all, for their names */
export function usageRow(record: UsageRecord, models: readonly ShownModel[] = catalogueModels): UsageRow {
  const tool = pathOfService(record.service)
  const running = isRunning(record)
  return {
    path: tool ? openToolPath(tool, record.model, { id: record.id, time: record.created_at }) : null,
    title: record.action,
    details: [
      ...(tool ? [tools[tool].title] : []),
      ...(record.model === null ? [] : [nameOfModel(models, record.model)]),
      ...special(record)
    ],
    cost: formatChange(changeOf(record)),
    gained: record.cost_in_tokens < 0,
    running
  }
}

/** Covered by Premium; or tokens were returned because the answer was stopped or failed. */
function special(record: UsageRecord): string[] {
  const { cost_in_tokens: cost, returned_tokens: tokens } = record
  if (isOnPlan(record)) return ['по Premium']
  return cost >= 0 && tokens > 0 ? [`вернули ${formatTokens(tokens)}`] : []
}
