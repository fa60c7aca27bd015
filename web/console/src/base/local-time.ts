// The values of a field of the type `datetime-local`: minutes in the operator's time zone, `2026-11-24T14:05`.
import { serverNow } from './server-clock.ts'

const minuteMs = 60_000

export function localTime(at: number): string {
  const shifted = new Date(at - new Date(at).getTimezoneOffset() * minuteMs)
  return shifted.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)
}

/** How far ahead an editor proposes its start: a little more than the server asks for, so that there is time to type the reason. */
export const firstAheadMs = 5 * 60_000

/** NaN for a field that is empty, which the contract refuses. */
export const timeOf = (local: string): number => new Date(local).getTime()

/** The first whole minute after a time. */
export const minuteSince = (at: number): string => localTime((Math.floor(at / minuteMs) + 1) * minuteMs)

/** The next whole minute that is at least so far ahead. */
export const minuteAfter = (aheadMs: number): string =>
  localTime(Math.ceil((serverNow() + aheadMs) / minuteMs) * minuteMs)
