// Finds the conversation of an operation's question.
import type { History } from '../base/database.ts'

/** Looks into each conversation of the user by an index: messages have none by their operations alone. */
export const conversationOfOperation = ({ $client }: History, userId: string, operationId: string) =>
  $client
    .prepare(
      `select conversations.id from conversations
        cross join messages on messages.conversation_id = conversations.id and messages.operation_id = ?2
        where conversations.user_id = ?1 limit 1`
    )
    .bind(userId, operationId)
    .first<number>('id')
