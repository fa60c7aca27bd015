// What a work is in the chat that it was ordered in. Pure.
import type { StudioKind } from '#contract/catalogue/entry.ts'
import type { TurnPlace } from './turn-place.ts'

/** Undefined: at the end of the shown path, whatever is there by then. */
export type WorkPlace = Exclude<TurnPlace, { below: number }> | undefined

/** Two messages of a chat, or one: the request of a work, unless it is there already, and the card. */
export interface Card {
  userId: string
  conversationId: number
  place: WorkPlace
  /** Of the order: a chat has one card for it, however often it is sent. */
  operationId: string
  /** What the user has asked for. */
  request: string
  /** What the card says where only texts are shown. Not empty: an answer without text is no version. */
  label: string
  /** The operations of the works. */
  works: string[]
  at: number
  /** The new title of a chat in which nothing was said, if it still has the old one. */
  title?: { from: string; to: string }
}

const labels: Record<StudioKind, [one: string, many: string]> = {
  image: ['Картинка', 'Картинки'],
  'image-tool': ['Картинка', 'Картинки'],
  video: ['Видео', 'Видео'],
  audio: ['Озвучка', 'Озвучки']
}

/** What a card says where only texts are shown. */
export const cardLabelOf = (kind: StudioKind, count: number): string => labels[kind][count === 1 ? 0 : 1]
