// What a work is in the chat that it was ordered in: the text of its request, and its card. Pure.
import { madeBy, midjourneyActions } from '#contract/catalogue/midjourney-actions.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
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

interface Ordered {
  service: string
  parameters: ParameterValues
}

/** The chosen tool in words; undefined where the page has none to choose. */
function toolOf({ service, parameters }: Ordered): string | undefined {
  const choice = findStudioEntry(service)?.parameters.find(({ kind, name }) => kind === 'choice' && name === 'tool')
  if (choice?.kind !== 'choice') return undefined
  return choice.options.find(({ value }) => value === parameters['tool'])?.label
}

/** What the user has asked for: the prompt, or what is done with a picture. Never empty. */
export function requestTextOf(ordered: Ordered): string {
  const { service, parameters } = ordered
  const action = madeBy({ parameters })
  if (action !== null) {
    const { label } = midjourneyActions[action]
    const { tile } = parameters
    return typeof tile === 'number' ? `${label}, вариант ${tile}` : label
  }
  const { prompt } = parameters
  if (typeof prompt === 'string' && prompt.trim() !== '') return prompt.trim()
  return toolOf(ordered) ?? findStudioEntry(service)?.title ?? service
}
