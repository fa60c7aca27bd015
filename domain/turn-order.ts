/**
 * Orders messages as a reader expects them: an answer follows its own question directly, even when two tabs asked at
 * once and the answers finished in another order. Takes and returns oldest first.
 */
export function inTurnOrder<Message extends { id: number; role: string; operationId: string | null }>(
  messages: readonly Message[]
): Message[] {
  const questionIds = new Map<string, number>()
  for (const message of messages)
    if (message.role === 'user' && message.operationId) questionIds.set(message.operationId, message.id)
  const placeOf = (message: Message) =>
    (message.role === 'assistant' && message.operationId ? questionIds.get(message.operationId) : undefined) ??
    message.id
  return messages.toSorted((a, b) => placeOf(a) - placeOf(b) || a.id - b.id)
}
