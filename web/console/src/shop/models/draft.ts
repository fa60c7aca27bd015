// A model while it is edited: numbers as they are typed, prices in dollars per million tokens as price lists give them.
import type { ChatPath } from '#contract/catalogue/chat.ts'
import {
  type ModelDefinition,
  modelDefinition,
  type RouteDefinition,
  serviceOfPage
} from '#contract/operator/shop/definition.ts'
import { dollarsOf, microsOf, numberOf, typedOf } from '../dollars.ts'

export interface RouteDraft {
  /** Of this editor, so that a field keeps its text when the route moves. */
  key: number
  supplier: string
  model: string
  effort: '' | NonNullable<RouteDefinition['effort']>
  showsThinking: boolean
  firstWordSeconds: string
  input: string
  output: string
  /** Empty: as the input. */
  cachedInput: string
  cacheWrite: string
  /** For a thousand searches. */
  search: string
  /** Rates of long inputs are kept as they are while the route asks for the same model. */
  long: { model: string; longInput: RouteDefinition['listPrice']['longInput'] }
}

export interface Draft {
  id: string
  page: ChatPath
  isOnPage: boolean
  name: string
  description: string
  priceTokens: string
  basic: boolean
  referenceLength: string
  webSearch: boolean
  thinking: boolean
  seesPictures: boolean
  takesTools: boolean
  writesJson: boolean
  /** Empty: not known. */
  contextTokens: string
  outputTokensMax: string
  isOnSale: boolean
  /** Empty: none. */
  successor: string
  routes: RouteDraft[]
}

export const searchesPerPrice = 1000

const wholeOf = (typed: string): number => (/^\d{1,12}$/.test(typed.trim()) ? Number(typed) : Number.NaN)

let keys = 0

export const newRoute = (supplier: string): RouteDraft => ({
  key: ++keys,
  supplier,
  model: '',
  effort: '',
  showsThinking: false,
  firstWordSeconds: '60',
  input: '',
  output: '',
  cachedInput: '',
  cacheWrite: '',
  search: '0',
  long: { model: '', longInput: undefined }
})

export const newDraft: Draft = {
  id: '',
  page: '/chatgpt',
  isOnPage: true,
  name: '',
  description: '',
  priceTokens: '5',
  basic: false,
  referenceLength: '1500',
  webSearch: false,
  thinking: false,
  seesPictures: false,
  takesTools: false,
  writesJson: false,
  contextTokens: '',
  outputTokensMax: '4096',
  isOnSale: true,
  successor: '',
  routes: []
}

export function routeDraftOf({ listPrice, effort, firstWordMs, ...route }: RouteDefinition): RouteDraft {
  const { inputMicros, outputMicros, cachedInputMicros, cacheWriteMicros, searchMicros, longInput } = listPrice
  return {
    ...route,
    key: ++keys,
    effort: effort ?? '',
    firstWordSeconds: typedOf(firstWordMs / 1000),
    input: dollarsOf(inputMicros),
    output: dollarsOf(outputMicros),
    cachedInput: dollarsOf(cachedInputMicros),
    cacheWrite: dollarsOf(cacheWriteMicros),
    search: dollarsOf(searchMicros, searchesPerPrice),
    long: { model: route.model, longInput }
  }
}

export const draftOf = ({ offers, routes, ...definition }: ModelDefinition): Draft => ({
  ...definition,
  ...offers,
  priceTokens: String(definition.priceTokens),
  referenceLength: String(definition.referenceLength),
  contextTokens: definition.contextTokens === null ? '' : String(definition.contextTokens),
  outputTokensMax: String(definition.outputTokensMax),
  successor: definition.successor ?? '',
  routes: routes.map(routeDraftOf)
})

/** As it is typed, without what only this editor knows. */
const typed = (value: unknown): string =>
  JSON.stringify(value, (name, own: unknown) => (name === 'key' ? undefined : own))

/** The draft on another base: what the operator has changed since `from` stays, the rest is as in `to`. */
export const rebased = (draft: Draft, from: Draft, to: Draft): Draft => ({
  ...to,
  ...Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => typed(value) !== typed(from[name as keyof Draft]))
  )
})

function routeOf(draft: RouteDraft): RouteDefinition {
  const { supplier, model, effort, showsThinking, firstWordSeconds, cachedInput, cacheWrite, long } = draft
  return {
    supplier,
    model: model.trim(),
    ...(effort && { effort }),
    showsThinking,
    firstWordMs: Math.round(numberOf(firstWordSeconds) * 1000),
    listPrice: {
      inputMicros: microsOf(draft.input),
      outputMicros: microsOf(draft.output),
      ...(cachedInput.trim() && { cachedInputMicros: microsOf(cachedInput) }),
      ...(cacheWrite.trim() && { cacheWriteMicros: microsOf(cacheWrite) }),
      ...(long.longInput && long.model === model.trim() && { longInput: long.longInput }),
      searchMicros: microsOf(draft.search, searchesPerPrice)
    }
  }
}

/** Checked by `problemsOf`: numbers that were not typed as such are NaN. */
export function definitionOf(draft: Draft): ModelDefinition {
  const { webSearch, thinking, contextTokens, successor, routes, ...rest } = draft
  return {
    ...rest,
    id: rest.id.trim(),
    service: serviceOfPage[rest.page],
    priceTokens: wholeOf(rest.priceTokens),
    referenceLength: wholeOf(rest.referenceLength),
    offers: { webSearch, thinking },
    contextTokens: contextTokens.trim() === '' ? null : wholeOf(contextTokens),
    outputTokensMax: wholeOf(rest.outputTokensMax),
    successor: successor === '' ? null : successor,
    routes: routes.map(routeOf)
  }
}

/** By the path in the definition: `name`, `routes.0.model`, `routes.1.listPrice.inputMicros`. */
export type DraftProblems = Partial<Record<string, string>>

const numberText = 'Введите число'

export function problemsOf(draft: Draft): DraftProblems {
  const { error } = modelDefinition.safeParse(definitionOf(draft))
  const problems: DraftProblems = {}
  for (const { path, message, code } of error?.issues ?? [])
    problems[path.join('.')] ??= /[а-яё]/i.test(message) ? message : code === 'invalid_type' ? numberText : rangeText
  if (draft.isOnSale && draft.routes.length === 0) problems['routes'] ??= 'Модели на продаже нужен хотя бы один маршрут'
  return problems
}

const rangeText = 'Число вне допустимых границ'
