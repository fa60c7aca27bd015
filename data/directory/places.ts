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
}

// Counting and taking are one statement, so that two jobs cannot both take the last place. A job that has a place keeps that one.
const takeQuery = `
  insert into provider_places (job_id, provider, waits_since, taken_until)
  select ?1, account.value ->> 'provider', ?2, ?3 from json_each(?4) as account
  where (select count(*) from provider_places where provider = account.value ->> 'provider' and taken_until > ?5 and job_id <> ?1)
    < account.value ->> 'jobsMax'
  order by exists (select 1 from provider_places
    where job_id = ?1 and provider = account.value ->> 'provider' and taken_until is not null) desc, account.key
  limit 1
  on conflict (job_id, provider) do update set taken_until = excluded.taken_until, called_at = null
  returning provider`

const asked = "(select value ->> 'provider' from json_each(?2))"
const hasTaken = `exists (select 1 from provider_places as own
  where own.job_id = ?1 and own.taken_until is not null and own.provider in ${asked})`

/** A job is nowhere else than at the accounts that it may ask, and with a place it waits nowhere. */
const tidyQuery = `
  delete from provider_places where job_id = ?1 and (provider not in ${asked} or (taken_until is null and ${hasTaken}))`

/** A job without a place waits at all of them; one that was called and came too late may be called again. */
const waitQuery = `
  insert into provider_places (job_id, provider, waits_since)
  select ?1, value ->> 'provider', ?3 from json_each(?2) where not ${hasTaken}
  on conflict (job_id, provider) do update set called_at = null`

/** Takes a place at the first of the accounts that has one, or queues up at all of them. @returns the account; null: the job waits */
export async function takePlace({ $client }: Directory, request: PlaceRequest): Promise<string | null> {
  const { jobId, accounts, waitsSince, until, now } = request
  const list = JSON.stringify(accounts)
  const [taken] = await $client.batch<{ provider: string }>([
    $client.prepare(takeQuery).bind(jobId, waitsSince, until, list, now),
    $client.prepare(tidyQuery).bind(jobId, list),
    $client.prepare(waitQuery).bind(jobId, list, waitsSince)
  ])
  return taken?.results[0]?.provider ?? null
}

const leaveQuery = 'delete from provider_places where job_id = ?1'

/** Gives a job's place back, or its turns; nothing happens when it has none. */
export async function leavePlace({ $client }: Directory, jobId: string): Promise<void> {
  await $client.prepare(leaveQuery).bind(jobId).run()
}

/** As `leavePlace`, for several jobs. */
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
