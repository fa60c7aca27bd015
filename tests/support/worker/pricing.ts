// Sets prices as an operator does, and asks for what they are the prices of.
import type { OperatorPriceChange } from '#contract/operator/prices/prices.ts'
import { noticeMs } from '#domain/price-notice.ts'
import { keyed, later, sendWith, standingQueues } from './generating.ts'
import { because, operate } from './operator.ts'
import type { Person } from './person.ts'

export const soon = () => Date.now() + noticeMs + 1000
export const dalle = (tokens: number | null, startsAt = soon()) => ({
  service: 'dalle',
  item: '',
  tokens,
  starts_at: startsAt
})
export const setPrice = (body: object) => operate('POST', '/prices', { ...because('Поставщик поднял цену'), ...body })
export const changeIn = ({ data }: { data?: unknown }) => (data as { change: OperatorPriceChange }).change

export const queues = standingQueues()
export const draw = (person: Person, headers: Record<string, string> = keyed(), body: object = { prompt: 'Маяк' }) =>
  sendWith(person, queues.bindings, '/ai/image/dalle', { body, headers: { ...later, ...headers } })
export const priceOf = async (response: Response) =>
  (await response.json<{ data: { job: { priceTokens: number } } }>()).data.job.priceTokens
export const ask = (person: Person, headers: Record<string, string> = keyed()) =>
  person.send('POST', '/ai/text/chatgpt', { prompt: 'Что такое туман?', model: 'gpt-4o-mini' }, headers)
