// The shape of an image, video or voice page: one entry is its form, its price, its texts and what runs behind it.
import type { StudioKind } from '../jobs.ts'
import type { Parameter } from './parameters.ts'
import type { ToolPath } from './menu.ts'

/** Tokens by the value of one choice. */
export interface TokenTable {
  by: string
  values: Readonly<Record<string, number>>
}

/** tokens × times × started pieces of text, all whole numbers. */
export interface PriceRule {
  tokens: number | TokenTable
  times?: TokenTable
  perCharacters?: { of: string; count: number }
}

export const mediaProviders = [
  'openai',
  'midjourney',
  'bfl',
  'stability',
  'elevenlabs',
  'luma',
  'google',
  'runway'
] as const
export type MediaProvider = (typeof mediaProviders)[number]

/** ISO 639-1. */
export type PromptLanguage = 'en'

type UpstreamValue = string | number | Readonly<Record<string, string | number>>

/**
 * One way of running an entry. An option that the provider does not have is translated here or not offered by the page;
 * none is dropped in silence.
 */
export interface MediaRoute {
  /** All conditions hold; the first route that matches runs. `max` is for numbers. */
  when?: Readonly<Record<string, readonly string[] | { max: number }>>
  provider: MediaProvider
  /** Model or, where the provider sells operations, the operation. */
  model: string
  /** By parameter, by our value: the provider's. A parameter without a table goes through, unless it chose the route. */
  translate?: Readonly<Record<string, Readonly<Record<string, UpstreamValue>>>>
  /** Numbers on another scale: value × factor, at least `min`. */
  scale?: Readonly<Record<string, { factor: number; min: number }>>
  /** The only language that its prompts may be in: others are translated before it is asked. */
  language?: PromptLanguage
}

export interface StudioTexts {
  submit: string
  busy: string
  /** Success toast; `{tokens}` stands for «5 токенов». */
  done: string
  /** Said before the server's error, with a colon; alone when the network failed. */
  failed: string
  hint?: string
}

export interface StudioEntry {
  /** The service key of calls and records. */
  id: string
  kind: StudioKind
  path: ToolPath
  /** Other routes of the same page. */
  aliases: readonly `/${string}`[]
  title: string
  badge: string
  summary: string
  parameters: readonly Parameter[]
  price: PriceRule
  upstream: readonly MediaRoute[]
  texts: StudioTexts
  /** Newest results that stay in sight. */
  shownResults: number
  /** What a visitor sees instead of a real job; null where the page asks to sign in. */
  simulation: { waitMs: number } | null
}

/** A click puts the text into the prompt. */
export interface StudioExample {
  title?: string
  text: string
}

/** A text with the voice it is played in. */
export interface VoiceSample {
  title: string
  text: string
  /** A value of the parameter `voice`. */
  voice: string
}
