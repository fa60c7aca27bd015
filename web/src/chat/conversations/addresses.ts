// Addresses of conversations, and of messages in them.

/** The query parameter with the conversation, so that a reload, a bookmark and «back» return to it. */
const conversationParameter = 'chat'

/** The message at which the conversation is opened; without it, at its end. */
const messageParameter = 'message'

export const chatLink = (path: string, conversationId: number | null, messageId: number | null = null): string => {
  if (conversationId === null) return path
  const link = `${path}?${conversationParameter}=${conversationId}`
  return messageId === null ? link : `${link}&${messageParameter}=${messageId}`
}

function idIn(query: URLSearchParams, parameter: string): number | null {
  const id = Number(query.get(parameter) || Number.NaN)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export const conversationIdOf = (query: URLSearchParams): number | null => idIn(query, conversationParameter)

/** The document that stands beside the conversation: chat/documents/open-document.ts. */
export const documentIdOf = (query: URLSearchParams): number | null => idIn(query, 'document')

export const messageIdOf = (query: URLSearchParams): number | null => idIn(query, messageParameter)
