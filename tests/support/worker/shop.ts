// Adds suppliers and models as an operator does.
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import { type ReadPlace, readPlaceAt } from '#contract/operator/access/planned.ts'
import type { OperatorModel, OperatorModelChange } from '#contract/operator/shop/models.ts'
import type { OperatorSupplier } from '#contract/operator/shop/suppliers.ts'
import { vi } from 'vitest'
import { because, operate } from './operator.ts'
import { soon } from './pricing.ts'

export const supplierKey = 'sk-or-v1-0123456789abcdef'

export const reseller = {
  name: 'Посредник',
  dialect: 'openai-chat',
  base_url: 'https://api.reseller.ru/v1',
  key: supplierKey,
  per_minute_max: null
} as const

/** Answers the look-up of names, and leaves all other calls as they are. @param addresses of a name; null: the resolver is away */
export function resolveTo(addresses: Partial<Record<string, string[] | null>>) {
  const send = fetch
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.hostname !== 'cloudflare-dns.com') return send(input, init)
    const found = addresses[url.searchParams.get('name') ?? ''] ?? null
    if (found === null) return new Response('', { status: 503 })
    const isSix = url.searchParams.get('type') === 'AAAA'
    const own = found.filter((address) => address.includes(':') === isSix)
    return Response.json({ Status: 0, Answer: own.map((data) => ({ type: isSix ? 28 : 1, data })) })
  })
}

export const supplierIn = ({ data }: { data?: unknown }) => (data as { supplier: OperatorSupplier }).supplier
export const modelChangeIn = ({ data }: { data?: unknown }) => (data as { change: OperatorModelChange }).change

export const addSupplier = (more: object = {}) =>
  operate('POST', '/suppliers', { ...because('Новый договор с посредником'), ...reseller, ...more })

export const listPrice = { inputMicros: 400_000, outputMicros: 1_600_000, searchMicros: 0 }

/** A model that the sandbox answers, as OpenAI's. */
export const definition = (more: Partial<ModelDefinition> = {}): ModelDefinition => ({
  id: 'own-model',
  service: 'chatgpt',
  page: '/chatgpt',
  isOnPage: true,
  name: 'Наша модель',
  description: 'Быстрая и недорогая',
  priceTokens: 7,
  basic: true,
  referenceLength: 1500,
  offers: { webSearch: false, thinking: false },
  seesPictures: false,
  takesTools: false,
  writesJson: false,
  contextTokens: 32_000,
  outputTokensMax: 4096,
  isOnSale: true,
  successor: null,
  routes: [{ supplier: 'openai', model: 'gpt-4o-mini', showsThinking: false, firstWordMs: 20_000, listPrice }],
  ...more
})

/** What an operator has read of a model before a change of it. */
export async function readOfModel(id: string, startsAt: number): Promise<ReadPlace> {
  const { models, coming } = (await operate('GET', '/models')).data as {
    models: OperatorModel[]
    coming: OperatorModelChange[]
  }
  const begun = models.find((model) => model.definition.id === id)?.in_force
  return readPlaceAt(
    coming.filter(({ model }) => model === id),
    startsAt,
    begun
  )
}

/** By an operator who has read what is planned. */
export const setModel = async (own: ModelDefinition, starts_at = soon(), more: object = {}) => {
  const read = await readOfModel(own.id, starts_at)
  return operate('POST', '/models', {
    ...because('Просили пользователи'),
    definition: own,
    starts_at,
    ...read,
    ...more
  })
}

/** The same for taking it off sale. */
export const takeModelOff = async (model: string, successor: string | null, starts_at = soon()) => {
  const read = await readOfModel(model, starts_at)
  return operate('POST', '/models/off', { ...because('Поставщик закрыл модель'), model, successor, starts_at, ...read })
}
