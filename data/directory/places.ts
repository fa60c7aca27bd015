// The places of jobs at the providers, of which each has a limited number for all users together. The jobs themselves are
// in the histories, so a place and its job are changed one after the other: taking one again changes nothing, the end of
// a job gives it back, and one that was never given back is free when its time has run out.
import type { Directory } from '../base/database.ts'
import type { providerPlaces } from './schema-places.ts'

type PlaceRow = typeof providerPlaces.$inferSelect

export interface PlaceRequest extends Pick<PlaceRow, 'jobId' | 'provider' | 'waitsSince'> {
  /** How many jobs the provider may run at once. */
  jobsMax: number
  /** When the job has certainly ended. */
  until: number
  now: number
}

// Counting and taking are one statement, so that two jobs cannot both take the last place.
const takeQuery = `
  insert into provider_places (job_id, provider, waits_since, taken_until)
  select ?1, ?2, ?3, ?4 where (select count(*) from provider_places
    where provider = ?2 and taken_until > ?5 and job_id <> ?1) < ?6
  on conflict (job_id) do update set taken_until = excluded.taken_until, called_at = null
  returning job_id`

/** A job without a place waits; one that was called and came too late may be called again. */
const waitQuery = `
  insert into provider_places (job_id, provider, waits_since) values (?1, ?2, ?3)
  on conflict (job_id) do update set called_at = null where taken_until is null`

/** Takes one of the provider's places, or queues up for one. @returns whether the job has a place */
export async function takePlace({ $client }: Directory, request: PlaceRequest): Promise<boolean> {
  const { jobId, provider, jobsMax, waitsSince, until, now } = request
  const [taken] = await $client.batch([
    $client.prepare(takeQuery).bind(jobId, provider, waitsSince, until, now, jobsMax),
    $client.prepare(waitQuery).bind(jobId, provider, waitsSince)
  ])
  return taken !== undefined && taken.results.length > 0
}

const leaveQuery = 'delete from provider_places where job_id = ?1'

/** Gives a job's place back, or its turn; nothing happens when it has none. */
export async function leavePlace({ $client }: Directory, jobId: string): Promise<void> {
  await $client.prepare(leaveQuery).bind(jobId).run()
}

/** As `leavePlace`, for several jobs. */
export async function leavePlaces({ $client }: Directory, jobIds: readonly string[]): Promise<void> {
  const query = 'delete from provider_places where job_id in (select value from json_each(?1))'
  await $client.prepare(query).bind(JSON.stringify(jobIds)).run()
}

const callQuery = `update provider_places set called_at = ?2 where job_id = (select job_id from provider_places
    where provider = ?1 and taken_until is null and called_at is null order by waits_since limit 1)
  returning job_id`

/** The next job for a free place of the provider: the one that has waited longest. Every job is called only once. */
export const callNext = ({ $client }: Directory, provider: string, now: number): Promise<string | null> =>
  $client.prepare(callQuery).bind(provider, now).first<string>('job_id')

/** Gives the place of an ended job back, and calls the next one. @returns the job that was called */
export async function passPlaceOn(
  { $client }: Directory,
  { jobId, provider, now }: { jobId: string; provider: string; now: number }
): Promise<string | null> {
  const [, called] = await $client.batch<{ job_id: string }>([
    $client.prepare(leaveQuery).bind(jobId),
    $client.prepare(callQuery).bind(provider, now)
  ])
  return called?.results[0]?.job_id ?? null
}

/** How many places of each provider are taken, and how many jobs wait for one. */
export async function countPlaces(
  { $client }: Directory,
  now: number
): Promise<{ provider: string; running: number; waiting: number }[]> {
  const query = `select provider, sum(taken_until > ?1) as running, sum(taken_until is null) as waiting
    from provider_places group by provider`
  const { results } = await $client
    .prepare(query)
    .bind(now)
    .all<{ provider: string; running: number | null; waiting: number }>()
  return results.map((row) => ({ ...row, running: row.running ?? 0 }))
}
