// The daily figures of the business, by days of Moscow.
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { numberInText } from '../../validation.ts'

/** Money in kopecks, spending in site tokens, the rest in numbers of people, payments or operations. */
const trendFigures = [
  'sign-ups',
  'active',
  'purchases',
  'paid',
  'refunds',
  'refunded',
  'operations',
  'spent',
  'failures'
] as const
export type TrendFigure = (typeof trendFigures)[number]

const series = z.object({
  figure: z.enum(trendFigures),
  /** Empty for figures that are about no service. */
  service: z.string(),
  /** One for each of `days`; null: not counted. */
  values: z.array(z.number().int().nullable())
})
export type TrendSeries = z.infer<typeof series>

export const openTrends = endpoint({
  call: 'GET /operator/trends',
  permission: 'trends.read',
  input: z.object({ days: numberInText(z.number().int().min(7).max(366)).default(30) }),
  /** `days`: oldest first; today, the last one, is not over. `counted_at`: null before the first count. */
  output: z.object({ days: z.array(z.string()), counted_at: z.number().nullable(), series: z.array(series) })
})
