// The prices of all tools, computed from the catalogue by which the server charges.
import { chatModels } from '#contract/catalogue/chat-models.ts'
import type { StudioEntry, TokenTable } from '#contract/catalogue/entry.ts'
import { menuGroups, type ToolPath } from '#contract/catalogue/menu.ts'
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { formatCount, formatTokens } from '../../base/format/tokens.ts'

export interface PriceLine {
  label: string
  /** In tokens. One figure, or one for each of the tool's columns. */
  tokens: readonly number[]
  /** Whether it is open to the free plan before the first purchase. */
  basic: boolean
}

export interface ToolPrices {
  path: ToolPath
  title: string
  /** The titles of the columns, when a line has several prices. */
  columns: readonly string[]
  lines: readonly PriceLine[]
  /** What one price pays for: `за ответ`. */
  unit: string
}

export interface GroupPrices {
  title: string
  tools: readonly ToolPrices[]
}

const labelsOf = (entry: StudioEntry, { by, values }: TokenTable): [value: string, label: string][] => {
  const parameter = entry.parameters.find(({ name }) => name === by)
  const options = parameter?.kind === 'choice' ? parameter.options : []
  return Object.keys(values).map((value) => [value, options.find((option) => option.value === value)?.label ?? value])
}

const isFlat = (rule: number | TokenTable): boolean =>
  typeof rule === 'number' || new Set(Object.values(rule.values)).size === 1

const flatTokens = (rule: number | TokenTable): number =>
  typeof rule === 'number' ? rule : (Object.values(rule.values)[0] ?? Number.NaN)

const results: Readonly<Record<StudioEntry['kind'], string>> = {
  image: 'за изображение',
  'image-tool': 'за обработку',
  audio: 'за озвучку',
  video: 'за ролик'
}

const unitOf = ({ kind, price }: StudioEntry): string =>
  price.perCharacters ? `за каждые начатые ${formatCount(price.perCharacters.count)} символов` : results[kind]

function linesOf(entry: StudioEntry): PriceLine[] {
  const { tokens, times } = entry.price
  const factors = times ? Object.values(times.values) : [1]
  const rows: [label: string, tokens: number][] = isFlat(tokens)
    ? [['Любые настройки', flatTokens(tokens)]]
    : labelsOf(entry, tokens as TokenTable).map(([value, label]) => [label, (tokens as TokenTable).values[value] ?? 0])
  const lowest = Math.min(...rows.map(([, price]) => price)) * Math.min(...factors)
  return rows.map(([label, price]) => {
    const figures = factors.map((factor) => price * factor)
    return { label, tokens: figures, basic: figures.includes(lowest) }
  })
}

const studioPrices = (entry: StudioEntry): ToolPrices => ({
  path: entry.path,
  title: entry.title,
  columns: entry.price.times ? labelsOf(entry, entry.price.times).map(([, label]) => label) : [],
  lines: linesOf(entry),
  unit: unitOf(entry)
})

const chatPrices = (path: ToolPath, title: string): ToolPrices => ({
  path,
  title,
  columns: [],
  lines: chatModels
    .filter(({ page }) => page === path)
    .map(({ name, priceTokens, basic }) => ({ label: name, tokens: [priceTokens], basic })),
  unit: 'за ответ'
})

function toolPrices(path: ToolPath, title: string): ToolPrices {
  const entry = studioEntryOfPath(path)
  return entry ? studioPrices(entry) : chatPrices(path, title)
}

/** Every tool of the menu with all of its prices, in the menu's order. */
export const allPrices: readonly GroupPrices[] = menuGroups.map(({ title, items }) => ({
  title,
  tools: items.map((item) => toolPrices(item.path, item.title))
}))

/** What one price of a tool pays for. */
export const unitOfTool = (path: ToolPath): string =>
  allPrices.flatMap(({ tools }) => tools).find((tool) => tool.path === path)?.unit ?? ''

/** `5 токенов`, `1–3 токена`. */
export function formatRange({ minTokens, maxTokens }: { minTokens: number; maxTokens: number }): string {
  return minTokens === maxTokens ? formatTokens(minTokens) : `${formatCount(minTokens)}–${formatTokens(maxTokens)}`
}
