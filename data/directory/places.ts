// The places of jobs at the accounts of makers and resellers, of which each has a limited number for all users together. The jobs
// themselves are in the histories, so a place and its job are changed one after the other: taking one again changes nothing, the end of
// a job gives it back, and one that was never given back is free when its time has run out.
import type { Directory } from '../base/database.ts'
import type { providerPlaces } from './schema-places.ts'

type PlaceRow = typeof providerPlaces.$inferSelect

/** An account, by its supplier's id. */
interface PlacesOfAccount extends Pick<PlaceRow, 'provider'> {
  /** How many jobs it may run at once. */
  jobsMax: number
}

export interface PlaceRequest extends Pick<PlaceRow, 'jobId' | 'waitsSince'> {
  /** Those that may be asked, in their order. */
  accounts: readonly PlacesOfAccount[]
  /** When the job has certainly ended. */
  until: number
  now: number
  /** The account that has refused the job: it gives its place there back. */
  from?: string
}

const hasPlace = 'exists (select 1 from provider_places where job_id = ?1 and taken_until is not null)'

const moveQuery = 'delete from provider_places where job_id = ?1 and provider = ?2'

// Counting and taking are one statement, so that two jobs cannot both take the last place. A job that has a place keeps that one,
// wherever it is: a delivery that comes late must not move the place of a job that runs.
const takeQuery = `
  insert into provider_places (job_id, provider, waits_since, taken_until)
  select ?1, account.value ->> 'provider', ?2, ?3 from json_each(?4) as account
  where not ${hasPlace} and account.value ->> 'jobsMax' >
    (select count(*) from provider_places where provider = account.value ->> 'provider' and taken_until > ?5)
  order by account.key limit 1
  on conflict (job_id, provider) do update set taken_until = excluded.taken_until, called_at = null`

/** A job waits nowhere else than at the accounts that it may ask, and with a place it waits nowhere. */
const tidyQuery = `
  delete from provider_places where job_id = ?1 and taken_until is null
    and (${hasPlace} or provider not in (select value ->> 'provider' from json_each(?2)))`

/** A job without a place waits at all of them; one that was called and came too late may be called again. */
const waitQuery = `
  insert into provider_places (job_id, provider, waits_since)
  select ?1, value ->> 'provider', ?3 from json_each(?2) where not ${hasPlace}
  on conflict (job_id, provider) do update set called_at = null`

const placeQuery = 'select provider from provider_places where job_id = ?1 and taken_until is not null'

/**
 * Takes a place at the first of the accounts that has one, or queues up at all of them.
 * @returns the account at which the job has its place, perhaps another one, by an earlier delivery; null: the job waits
 */
export async function takePlace({ $client }: Directory, request: PlaceRequest): Promise<string | null> {
  const { jobId, accounts, waitsSince, until, now, from = null } = request
  const list = JSON.stringify(accounts)
  const results = await $client.batch<{ provider: string }>([
    $client.prepare(moveQuery).bind(jobId, from),
    $client.prepare(takeQuery).bind(jobId, waitsSince, until, list, now),
    $client.prepare(tidyQuery).bind(jobId, list),
    $client.prepare(waitQuery).bind(jobId, list, waitsSince),
    $client.prepare(placeQuery).bind(jobId)
  ])
  return results.at(-1)?.results[0]?.provider ?? null
}

/** Gives the places of jobs back, or their turns; nothing happens where a job has none. */
export async function leavePlaces({ $client }: Directory, jobIds: readonly string[]): Promise<void> {
  const query = 'delete from provider_places where job_id in (select value from json_each(?1))'
  await $client.prepare(query).bind(JSON.stringify(jobIds)).run()
}

const callQuery = `update provider_places set called_at = ?2 where provider = ?1 and job_id = (select job_id from provider_places
    where provider = ?1 and taken_until is null and called_at is null order by waits_since limit 1)
  returning job_id`

/** The next job for a free place of the account: the one that has waited longest. Every job is called only once. */
export const callNext = ({ $client }: Directory, provider: string, now: number): Promise<string | null> =>
  $client.prepare(callQuery).bind(provider, now).first<string>('job_id')

/** How many places of each account are taken, and how many jobs wait for one there, and perhaps at others too. */
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
