// What a job asked of its provider, as far as its cost depends on it. The columns of `MediaWork`, where `jobs` is in the query.
import { sql } from 'drizzle-orm'

export const workColumns = sql`json_extract(jobs.options, '$.duration') as duration,
  json_extract(jobs.options, '$.quality') as quality, length(json_extract(jobs.parameters, '$.prompt')) as characters`
