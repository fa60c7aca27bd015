// Sets prices as an operator does, and asks for what they are the prices of.
import { type ReadPlace, readPlaceAt } from '#contract/operator/access/planned.ts'
import type { OperatorPriceChange, PricedItem } from '#contract/operator/prices/prices.ts'
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

interface OpenPrices {
  items: PricedItem[]
  coming: OperatorPriceChange[]
}

interface WantedPrice {
  service: string
  item: string
  starts_at: number
  kind?: OperatorPriceChange['kind']
  [field: string]: unknown
}

/** What an operator has read before the change. */
export async function readOfPrice({
  service,
  item,
  starts_at: startsAt,
  kind = 'price'
}: WantedPrice): Promise<ReadPlace> {
  const { items, coming } = (await operate('GET', '/prices')).data as OpenPrices
  const known = items.find((one) => one.service === service && one.item === item)
  const begun = kind === 'price' ? known?.price_in_force : known?.upstream_in_force
  const own = coming.filter((one) => one.kind === kind && one.service === service && one.item === item)
  return readPlaceAt(own, startsAt, begun)
}

/** By an operator who has read what is planned. */
export const setPrice = async (body: WantedPrice) =>
  operate('POST', '/prices', { ...because('Поставщик поднял цену'), ...(await readOfPrice(body)), ...body })
export const changeIn = ({ data }: { data?: unknown }) => (data as { change: OperatorPriceChange }).change

export const queues = standingQueues()
export const draw = (person: Person, headers: Record<string, string> = keyed(), body: object = { prompt: 'Маяк' }) =>
  sendWith(person, queues.bindings, '/ai/image/dalle', { body, headers: { ...later, ...headers } })
export const priceOf = async (response: Response) =>
  (await response.json<{ data: { job: { priceTokens: number } } }>()).data.job.priceTokens
export const ask = (person: Person, headers: Record<string, string> = keyed()) =>
  person.send('POST', '/ai/text/chatgpt', { prompt: 'Что такое туман?', model: 'gpt-4o-mini' }, headers)
