// The prices of all tools, computed from the catalogue by which the server charges.
import { answeringModel, answeringText } from '#contract/catalogue/answering.ts'
import type { MediaRoute, StudioEntry, TokenTable } from '#contract/catalogue/entry.ts'
import { type ParameterValues, settingName } from '#contract/catalogue/parameters.ts'
import { menuGroups, type ToolPath } from '#contract/catalogue/menu.ts'
import type { PricedCatalogue, PriceListItem } from '#contract/catalogue/price-list.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { formatCount, formatTokens } from '../../base/format/tokens.ts'

export interface PriceLine {
  label: string
  /** In tokens. One figure, or one for each of the tool's columns. */
  tokens: readonly number[]
  /** Whether it is open to the free plan before the first purchase. */
  basic: boolean
  /** Who answers under this name; null where it answers itself. */
  answering?: string | null
  /** What must be connected for it to be sold, as the document names it. */
  needs?: string
}

export interface ToolPrices {
  path: ToolPath
  title: string
  /** The titles of the columns, when a line has several prices. */
  columns: readonly string[]
  lines: readonly PriceLine[]
  /** What one price pays for: `за ответ`. */
  unit: string
  /** Which models work on the page, where they are not what it is called. */
  working: string | null
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

/** What is open before the first purchase follows from the catalogue's own prices. */
function linesOf({ ownPrice, ...entry }: StudioEntry): PriceLine[] {
  const own = ownPrice && linesOf({ ...entry, price: ownPrice })
  const { tokens, times } = entry.price
  const factors = times ? Object.values(times.values) : [1]
  const rows: [label: string, tokens: number, value?: string][] = isFlat(tokens)
    ? [['Любые настройки', flatTokens(tokens)]]
    : labelsOf(entry, tokens as TokenTable).map(([value, label]) => [
        label,
        (tokens as TokenTable).values[value] ?? 0,
        settingName(entry.path, (tokens as TokenTable).by, value)
      ])
  const lowest = Math.min(...rows.map(([, price]) => price)) * Math.min(...factors)
  return rows.map(([label, price, needs], index) => {
    const figures = factors.map((factor) => price * factor)
    return { label, tokens: figures, basic: own?.[index]?.basic ?? figures.includes(lowest), ...(needs && { needs }) }
  })
}

const mayRun = ({ when }: MediaRoute, at: ParameterValues): boolean =>
  Object.entries(at).every(([name, value]) => {
    const wanted = when?.[name]
    return !Array.isArray(wanted) || wanted.includes(value)
  })

/** Which models work on a page, or with some of its settings: `работает GPT Image 2.5 Flare`; null where it is called by them. */
function workingText({ upstream }: StudioEntry, at: ParameterValues = {}): string | null {
  const routes = upstream.filter((route) => mayRun(route, at))
  const names = [...new Set(routes.flatMap(({ modelName }) => modelName ?? []))].join(', ')
  if (names === '') return null
  return routes.every(({ modelName }) => modelName) ? `работает ${names}` : `часть настроек — ${names}`
}

const studioPrices = (entry: StudioEntry): ToolPrices => ({
  path: entry.path,
  title: entry.title,
  columns: entry.price.times ? labelsOf(entry, entry.price.times).map(([, label]) => label) : [],
  lines: linesOf(entry),
  unit: unitOf(entry),
  working: workingText(entry)
})

const unitOfAnswer = 'за ответ'

const chatPrices = (path: ToolPath, title: string, models: PricedCatalogue['models']): ToolPrices => ({
  path,
  title,
  columns: [],
  lines: models
    .filter(({ page }) => page === path)
    .map((model) => ({
      label: model.name,
      tokens: [model.priceTokens],
      basic: model.basic,
      answering: answeringText(model)
    })),
  unit: unitOfAnswer,
  working: null
})

/** Every tool of the menu with all of its prices, in the menu's order. */
export const pricesIn = ({ models, entries }: PricedCatalogue): readonly GroupPrices[] =>
  menuGroups.map(({ title, items }) => ({
    title,
    tools: items.map(({ path, title: name }) => {
      const entry = entries.find((one) => one.path === path)
      return entry ? studioPrices(entry) : chatPrices(path, name, models)
    })
  }))

/** What one price of a tool pays for. */
export function unitOfTool(path: ToolPath): string {
  const entry = studioEntries.find((one) => one.path === path)
  return entry ? unitOf(entry) : unitOfAnswer
}

/** Which models answer or work under a name of the price list; null where it is their own. */
export function modelsUnder({ title, now }: PriceListItem, { models, entries }: PricedCatalogue): string | null {
  if ('models' in now) {
    const named = models.filter(({ id }) => now.models.includes(id))
    const ran = new Set(
      named.map(({ upstream }) => answeringModel(title, upstream.model)).filter((one) => one !== null)
    )
    return ran.size === 0 ? null : `отвечает ${[...ran].join(', ')}`
  }
  const entry = entries.find(({ id }) => id === now.service)
  return entry ? workingText(entry, now.at) : null
}

/** `5 токенов`, `1–3 токена`. */
export function formatRange({ minTokens, maxTokens }: { minTokens: number; maxTokens: number }): string {
  return minTokens === maxTokens ? formatTokens(minTokens) : `${formatCount(minTokens)}–${formatTokens(maxTokens)}`
}
