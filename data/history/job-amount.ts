// The parts of a job's request on which its cost at the provider depends. The columns of `MediaAmount`, where `jobs` is in the query.
import { sql } from 'drizzle-orm'

export const amountColumns = sql`json_extract(jobs.options, '$.duration') as duration,
  json_extract(jobs.options, '$.quality') as quality, length(json_extract(jobs.parameters, '$.prompt')) as characters,
  json_extract(jobs.supply, '$.costMicros') as ownMicros`
