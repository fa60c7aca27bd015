// A question that is handed to the page that sends it: of its user's press of «Отправить», with what they saw.

export interface AskNow {
  prompt: string
  /** Of a chat; null elsewhere. */
  model: string | null
  /** Site tokens: at another price the request waits in the form, and its user looks again. */
  priceTokens: number
  /** The id under which it is charged once; null where the page's own draft has one. */
  operationId: string | null
}

/** For `navigate`. */
export const askingNow = (ask: AskNow) => ({ state: { ask } })

/** @param state of the location. @returns null when nothing is to be sent */
export function askNowIn(state: unknown): AskNow | null {
  const ask = typeof state === 'object' && state !== null && 'ask' in state ? state.ask : null
  if (typeof ask !== 'object' || ask === null) return null
  const { prompt, model, priceTokens, operationId } = ask as Partial<Record<keyof AskNow, unknown>>
  const isWhole = typeof prompt === 'string' && typeof priceTokens === 'number'
  if (!isWhole || !isTextOrNull(model) || !isTextOrNull(operationId)) return null
  return { prompt, model, priceTokens, operationId }
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'
