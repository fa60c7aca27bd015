// The shape of an image, video or voice page: one entry defines its form, price, texts and upstream.
import type { Parameter } from './parameters.ts'
import type { ToolPath } from './menu.ts'

/** `image-tool` works on an image that the user brings. */
export const studioKinds = ['image', 'image-tool', 'video', 'audio'] as const
export type StudioKind = (typeof studioKinds)[number]

/** The call of `contract/job-orders.ts` that the page makes. */
export type StudioCall = 'generateImage' | 'generateDalle' | 'editImage' | 'generateVideo' | 'generateAudio'

/** Tokens by the value of a choice parameter. */
export interface TokenTable {
  by: string
  values: Readonly<Record<string, number>>
}

/** tokens × times × number of started text pieces, all integers. */
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

/** ISO 639-1 code. */
export type PromptLanguage = 'en'

type UpstreamValue = string | number | Readonly<Record<string, string | number>>

/** One way to run an entry. Options that the provider lacks are translated or not offered, never dropped silently. */
export interface MediaRoute {
  /** All conditions must hold; the first matching route runs. `max` is for numbers. */
  when?: Readonly<Record<string, readonly string[] | { max: number }>>
  provider: MediaProvider
  /** The provider's model, or its operation if it sells operations. */
  model: string
  /** The model in words, where the page, or what is chosen on it, is not called by it: there it says which model works. */
  modelName?: string
  /** The model in words on works that it has made, where the page is called by it. */
  modelTitle?: string
  /** By parameter and our value, the provider's value. Others are passed on, unless they selected the route. */
  translate?: Readonly<Record<string, Readonly<Record<string, UpstreamValue>>>>
  /** Numbers on another scale: value × factor, at least `min`. */
  scale?: Readonly<Record<string, { factor: number; min: number }>>
  /** The size `auto` becomes one in the proportions of the picture that is sent. */
  ownSize?: true
  /** The only language that the model accepts; other prompts are translated first. */
  language?: PromptLanguage
}

export interface StudioTexts {
  submit: string
  busy: string
  /** In the place of the first result. */
  empty: string
  /** Success toast; `{tokens}` stands for «5 токенов». */
  done: string
  /** Shown before the server's error, with a colon; alone when the network failed. */
  failed: string
}

export interface StudioEntry {
  /** The service id in calls and records. */
  id: string
  kind: StudioKind
  call: StudioCall
  path: ToolPath
  /** Other routes of the same page. */
  aliases: readonly `/${string}`[]
  title: string
  badge: string
  summary: string
  parameters: readonly Parameter[]
  price: PriceRule
  /** The price of the catalogue, when `price` is the one that an operator has set. */
  ownPrice?: PriceRule
  upstream: readonly MediaRoute[]
  /** The model name that users see, where the upstream's name is that of an operation. */
  modelTitle?: string
  texts: StudioTexts
  /** How many of the newest results stay visible. */
  shownResults: number
  /** The simulated job that a visitor sees; null when the page asks to sign in instead. */
  simulation: { waitMs: number } | null
}

/** A click puts the text into the prompt, or these settings into the form. */
export interface StudioExample {
  title?: string
  /** Of an example that works on a picture: what that picture shows. */
  source?: string
  text: string
  settings?: Readonly<Record<string, string>>
}

/** A sample text and the voice that it is played in. */
export interface VoiceSample {
  title: string
  text: string
  /** A value of the parameter `voice`. */
  voice: string
}
