// What the library shows, as the address says it: so a filter can be bookmarked, and «назад» undoes it.
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { beginningOf } from '#contract/cut-text.ts'
import { jobSearchTextMax } from '#contract/library.ts'
import type { GalleryKind, Job } from '#contract/jobs.ts'
import { startOfDay } from '../../base/format/days.ts'
import { kindOf } from '../../media/job/job-order.ts'

export const kinds = ['image', 'video', 'audio'] as const satisfies readonly GalleryKind[]

export interface Wanted {
  q?: string
  service?: string
  kind?: GalleryKind
  favourite?: true
  folder?: number
  /** The first and the last day, like `2026-11-23`, in the user's time zone. */
  from?: string
  to?: string
}

const dayPattern = /^20\d\d-\d\d-\d\d$/
export const dayIn = (text: string | null): string | undefined =>
  text !== null && dayPattern.test(text) ? text : undefined

export function wantedIn(params: URLSearchParams): Wanted {
  const q = beginningOf(params.get('q')?.trim() ?? '', jobSearchTextMax)
  const service = params.get('service')?.slice(0, 40)
  const kind = kinds.find((one) => one === params.get('kind'))
  const folder = Number(params.get('folder'))
  const from = dayIn(params.get('from'))
  const to = dayIn(params.get('to'))
  return {
    ...(q && { q }),
    ...(service && { service }),
    ...(kind && { kind }),
    ...(params.get('favourite') === '1' && { favourite: true }),
    ...(Number.isInteger(folder) && folder > 0 && { folder }),
    ...(from && { from }),
    ...(to && { to })
  }
}

export const isFiltered = (wanted: Wanted): boolean => Object.keys(wanted).length > 0

/** The filter as the server takes it. */
export const askedFor = ({ favourite, from, to, ...rest }: Wanted) => ({
  ...rest,
  ...(favourite && { favourite: '1' as const }),
  ...(from !== undefined && { from: startOfDay(from) }),
  ...(to !== undefined && { to: startOfDay(to, 1) })
})

/**
 * Whether a job that has just been made belongs into the list. It is no favourite yet and in no folder; what a search finds only
 * the server knows.
 */
export function admits({ q, service, kind, favourite, folder, from, to }: Wanted, job: Job): boolean {
  if (q !== undefined || favourite || folder !== undefined) return false
  if (job.state !== 'completed' || job.files.length === 0) return false
  if ((service ?? job.service) !== job.service || (kind ?? kindOf(job)) !== kindOf(job)) return false
  if (from !== undefined && job.createdAt < startOfDay(from)) return false
  return to === undefined || job.createdAt < startOfDay(to, 1)
}

type Change = { [Name in keyof Wanted]: Wanted[Name] | undefined }

function changed(params: URLSearchParams, change: Change): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('work')
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) next.delete(name)
    else next.set(name, value === true ? '1' : String(value))
  }
  return next
}

/** The address that was asked for while `from` is still shown: what is asked for meanwhile must not lose it. */
let asked: { from: string; next: URLSearchParams } | null = null

/** The filter in the address, and the address with another one. */
export function useWanted() {
  const [params, setParams] = useSearchParams()
  const shown = params.toString()
  // Another address is shown, or another page.
  useEffect(
    () => () => {
      if (asked?.from === shown) asked = null
    },
    [shown]
  )
  const want = (change: Change) => {
    const next = changed(asked?.from === shown ? asked.next : params, change)
    asked = { from: shown, next }
    setParams(next, { replace: true })
  }
  return { wanted: wantedIn(params), searchOf: (change: Change) => changed(params, change).toString(), want }
}
