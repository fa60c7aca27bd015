// The published price list. Its figures are older than the current prices and are shown beside them.
import { type ParameterValues, defaultValues } from './parameters.ts'
import { priceOf, priceRange } from './price.ts'
import { chatModels } from './chat-models.ts'
import type { ChatModel } from './chat.ts'
import type { StudioEntry } from './entry.ts'
import type { ToolPath } from './menu.ts'
import { studioEntries } from './studio.ts'

export interface PriceListItem {
  group: 'text' | 'image' | 'audio' | 'video'
  title: string
  path: ToolPath
  listTokens: number
  /** The list's figures by size, if it has them. */
  listTokensBySize?: Readonly<Record<string, number>>
  /** The current price to compare with: of chat models, or of an entry with one choice or over all of its settings. */
  now: { models: readonly string[] } | { service: string; at?: ParameterValues }
}

export const priceList: readonly PriceListItem[] = [
  { group: 'text', title: 'GPT-5', path: '/gpt5', listTokens: 10, now: { models: ['gpt-5-2025-08-07'] } },
  { group: 'text', title: 'ChatGPT 4o', path: '/chatgpt', listTokens: 5, now: { models: ['gpt-4o'] } },
  {
    group: 'text',
    title: 'Claude 3.5',
    path: '/claude',
    listTokens: 8,
    now: { models: ['claude-3-sonnet', 'claude-3-haiku'] }
  },
  {
    group: 'text',
    title: 'xAI Grok',
    path: '/xai',
    listTokens: 3,
    now: { models: ['grok-2', 'grok-1.5', 'grok-1'] }
  },
  {
    group: 'image',
    title: 'DALL-E 3',
    path: '/dall-e-3',
    listTokens: 2,
    listTokensBySize: { '1024x1024': 2, '1024x1792': 3, '1792x1024': 3 },
    now: { service: 'dalle' }
  },
  { group: 'image', title: 'Midjourney v6', path: '/midjourney', listTokens: 3, now: { service: 'midjourney' } },
  {
    group: 'image',
    title: 'Flux Pro',
    path: '/flux',
    listTokens: 3,
    now: { service: 'flux', at: { model: 'flux-pro' } }
  },
  {
    group: 'image',
    title: 'Stable Diffusion XL',
    path: '/stable-diffusion',
    listTokens: 2,
    now: { service: 'stable-diffusion' }
  },
  { group: 'audio', title: 'ElevenLabs', path: '/elevenlabs', listTokens: 1, now: { service: 'elevenlabs' } },
  { group: 'video', title: 'Luma', path: '/luma', listTokens: 5, now: { service: 'luma' } },
  { group: 'video', title: 'Veo 3', path: '/veo3', listTokens: 8, now: { service: 'veo3' } },
  { group: 'video', title: 'Runway', path: '/runway', listTokens: 6, now: { service: 'runwayml' } }
]

/** What a price list says of a chat model. */
type PricedModel = Pick<ChatModel, 'id' | 'page' | 'name' | 'priceTokens' | 'basic'> & {
  upstream: { model: string }
}

/** What is sold, at the catalogue's own prices or at those in force. */
export interface PricedCatalogue {
  models: readonly PricedModel[]
  entries: readonly StudioEntry[]
}

export const ownCatalogue: PricedCatalogue = { models: chatModels, entries: studioEntries }

/** @throws Error when the catalogue does not have it */
export function sold<One>(one: One | undefined, name: string): One {
  if (!one) throw new Error(`${name} is not sold`)
  return one
}

/** Whether something is sold under a title of the list: operators may have taken all of its models off. */
export const isSold = ({ now }: PriceListItem, { models }: PricedCatalogue): boolean =>
  !('models' in now) || models.some(({ id }) => now.models.includes(id))

/**
 * The current price of one request in tokens; for voice, per started 1000 characters.
 * @throws Error for an item that names no model or service which is sold
 */
export function currentPrice(
  { title, now }: PriceListItem,
  { models, entries }: PricedCatalogue = ownCatalogue
): { minTokens: number; maxTokens: number } {
  if ('models' in now) {
    const prices = models.filter(({ id }) => now.models.includes(id)).map(({ priceTokens }) => priceTokens)
    sold(prices[0], title)
    return { minTokens: Math.min(...prices), maxTokens: Math.max(...prices) }
  }
  const entry = sold(
    entries.find(({ id }) => id === now.service),
    title
  )
  if (!now.at) return priceRange(entry)
  const tokens = priceOf(entry, { ...defaultValues(entry.parameters), ...now.at })
  return { minTokens: tokens, maxTokens: tokens }
}
