/** The query parameter with the conversation, so that a reload, a bookmark and «back» return to it. */
const parameter = 'chat'

export const chatLink = (path: string, conversationId: number | null): string =>
  conversationId === null ? path : `${path}?${parameter}=${conversationId}`

export function conversationIdOf(query: URLSearchParams): number | null {
  const id = Number(query.get(parameter) || Number.NaN)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
