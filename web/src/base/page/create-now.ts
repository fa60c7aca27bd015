// Hands a request for a work to the page of a chat, which opens its panel «Создать» with it.

export interface CreateNow {
  /** What was typed so far; may be empty. */
  prompt: string
}

/** For `navigate`. */
export const creatingNow = (create: CreateNow) => ({ state: { create } })

/** @param state of the location. @returns null when the panel stays closed */
export function createNowIn(state: unknown): CreateNow | null {
  const create = typeof state === 'object' && state !== null && 'create' in state ? state.create : null
  if (typeof create !== 'object' || create === null || !('prompt' in create)) return null
  return typeof create.prompt === 'string' ? { prompt: create.prompt } : null
}
