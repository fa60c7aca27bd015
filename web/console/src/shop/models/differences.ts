// What a change makes of a model, line by line, before it is saved.
import { tools } from '#contract/catalogue/menu.ts'
import type { ModelDefinition, RouteDefinition } from '#contract/operator/shop/definition.ts'
import { formatTokens } from '../../../../src/base/format/tokens.ts'

export interface Difference {
  name: string
  was: string
  becomes: string
}

const yes = (value: boolean): string => (value ? 'да' : 'нет')

type Rates = Omit<RouteDefinition['listPrice'], 'longInput' | 'searchMicros'>

const ratesText = ({ inputMicros, outputMicros, cachedInputMicros, cacheWriteMicros }: Rates): string =>
  [inputMicros, outputMicros, cachedInputMicros, cacheWriteMicros]
    .filter((micros) => micros !== undefined)
    .map((micros) => `$${micros / 1_000_000}`)
    .join(' / ')

const routeText = (
  { supplier, model, effort, showsThinking, firstWordMs, listPrice }: RouteDefinition,
  names: ReadonlyMap<string, string>
): string => {
  const { searchMicros, longInput } = listPrice
  return [
    `${names.get(supplier) ?? supplier} · ${model}`,
    effort && `усилие ${effort}`,
    showsThinking && 'с размышлениями',
    `ждём ${firstWordMs / 1000} с`,
    ratesText(listPrice),
    longInput && `от ${longInput.aboveInputTokens + 1} токенов входа ${ratesText(longInput)}`,
    searchMicros > 0 && `поиск $${searchMicros / 1000}`
  ]
    .filter(Boolean)
    .join(', ')
}

/** All that can be seen of a definition, in words. */
const linesOf = (definition: ModelDefinition, names: ReadonlyMap<string, string>): [name: string, value: string][] => [
  ['Название', definition.name],
  ['Описание', definition.description],
  ['Страница', tools[definition.page].title],
  ['В списке страницы', yes(definition.isOnPage)],
  ['Цена', formatTokens(definition.priceTokens)],
  ['До первой покупки', yes(definition.basic)],
  ['Обычный ответ, знаков', String(definition.referenceLength)],
  ['Поиск в интернете', yes(definition.offers.webSearch)],
  ['Размышления', yes(definition.offers.thinking)],
  ['Видит картинки', yes(definition.seesPictures)],
  ['Вызывает функции', yes(definition.takesTools)],
  ['Отвечает в JSON', yes(definition.writesJson)],
  ['Контекст, токенов', definition.contextTokens === null ? 'неизвестно' : String(definition.contextTokens)],
  ['Ответ до, токенов', String(definition.outputTokensMax)],
  ['На продаже', yes(definition.isOnSale)],
  ['Преемник', definition.successor ?? 'нет'],
  ['Маршруты', definition.routes.map((route, index) => `${index + 1}. ${routeText(route, names)}`).join('; ') || 'нет']
]

/** @param was null: the model is new, and what it cannot do is left out @param names of suppliers by id */
export function differencesOf(
  was: ModelDefinition | null,
  becomes: ModelDefinition,
  names: ReadonlyMap<string, string>
): Difference[] {
  const before = new Map(was ? linesOf(was, names) : [])
  const nothing = was ? '—' : yes(false)
  return linesOf(becomes, names)
    .map(([name, value]) => ({ name, was: before.get(name) ?? nothing, becomes: value }))
    .filter((line) => line.was !== line.becomes)
}
