// Pages of messages that are bounded in rows and in bytes. A page is in memory several times: as rows, as objects and as
// JSON; a statement that deletes one touches every page of the file that its texts fill.
import { sql, type SQL } from 'drizzle-orm'

const rowsMax = 200
const bytesMax = 1_000_000

/** The ids of the first messages that meet a condition, at least one. @param condition on columns of `messages` */
export const firstThatFit = (condition: SQL): SQL =>
  sql`select id from (
    select id, sum(bytes) over (order by id) - bytes as bytes_before from (
      select id, octet_length(content) as bytes from messages where ${condition} order by id limit ${rowsMax}))
    where bytes_before <= ${bytesMax}`
