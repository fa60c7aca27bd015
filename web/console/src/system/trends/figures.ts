// What the trends show, in which order and in which units.
import type { TrendFigure, TrendSeries } from '#contract/operator/system/trends.ts'
import { formatRubles } from '../../../../src/base/format/money.ts'

const numbers = new Intl.NumberFormat('ru-RU')
const short = new Intl.NumberFormat('ru-RU', { notation: 'compact', maximumFractionDigits: 1 })

const plain = (value: number) => numbers.format(value)
const compact = (value: number) => short.format(value)
const rubles = (kopecks: number) => formatRubles(kopecks / 100)
const compactRubles = (kopecks: number) => `${short.format(kopecks / 100)} ₽`

interface ShownFigure {
  figure: TrendFigure
  title: string
  format: (value: number) => string
  /** For the axis, where there is little room. */
  formatShort: (value: number) => string
  /** A day's value is about different people than the next day's, so that the days do not add up. */
  noSum?: boolean
}

export const figures: readonly ShownFigure[] = [
  { figure: 'sign-ups', title: 'Новые аккаунты', format: plain, formatShort: compact },
  { figure: 'active', title: 'Активные за день', format: plain, formatShort: compact, noSum: true },
  { figure: 'purchases', title: 'Покупки', format: plain, formatShort: compact },
  { figure: 'paid', title: 'Оплачено', format: rubles, formatShort: compactRubles },
  { figure: 'operations', title: 'Запросы', format: plain, formatShort: compact },
  { figure: 'spent', title: 'Потрачено токенов', format: plain, formatShort: compact },
  { figure: 'failures', title: 'Сбои', format: plain, formatShort: compact },
  { figure: 'refunds', title: 'Возвраты', format: plain, formatShort: compact },
  { figure: 'refunded', title: 'Возвращено', format: rubles, formatShort: compactRubles }
]

const sum = (values: readonly (number | null)[]) => values.reduce<number>((all, value) => all + (value ?? 0), 0)

/** A figure of all services together; zeros where nothing was ever counted. */
export function totalOf(series: readonly TrendSeries[], figure: TrendFigure, days: number): (number | null)[] {
  const parts = series.filter((one) => one.figure === figure)
  return Array.from({ length: days }, (_, day) => {
    const values = parts.map(({ values: own }) => own[day] ?? null)
    return values.length > 0 && values.every((value) => value === null) ? null : sum(values)
  })
}

export interface ServiceSums {
  service: string
  operations: number
  spent: number
  failures: number
}

/** The period by service, most spent first. */
export function sumsByService(series: readonly TrendSeries[]): ServiceSums[] {
  const services = [...new Set(series.map(({ service }) => service))].filter((service) => service !== '')
  const sumOf = (service: string, figure: TrendFigure) =>
    sum(series.find((one) => one.service === service && one.figure === figure)?.values ?? [])
  return services
    .map((service) => ({
      service,
      operations: sumOf(service, 'operations'),
      spent: sumOf(service, 'spent'),
      failures: sumOf(service, 'failures')
    }))
    .toSorted((one, other) => other.spent - one.spent)
}

export const sumOf = sum
export const formatNumber = plain
