// Portions of messages that are bounded in rows and in bytes. A portion in memory exists several times: as rows, as
// objects and as JSON; deleting one touches every page of the database that its texts fill.
import { sql, type SQL } from 'drizzle-orm'
import { textBytes } from './paths.ts'

const rowsMax = 200
/** The texts of a portion, in UTF-8; its last message may exceed it. */
export const bytesMax = 1_000_000

/**
 * The ids of the first messages of one or several conversations, at least one message.
 * @param condition on columns of `messages`; it names the conversations, whose index orders the messages
 */
export const firstThatFit = (condition: SQL, limit = rowsMax): SQL =>
  sql`select id from (
    select id, sum(bytes) over (order by conversation_id, id) - bytes as bytes_before from (
      select conversation_id, id, ${sql.raw(textBytes('messages'))} as bytes from messages where ${condition}
      order by conversation_id, id limit ${limit}))
    where bytes_before <= ${bytesMax}`
