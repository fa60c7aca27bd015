// How a service is doing, by the public status: usual durations, and what an operator has switched off.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { statusKey } from '../base/http/query-keys.ts'
import { call } from '../base/session/client.ts'
import { prepared } from '../base/page/late.ts'
import { useSession } from '../base/session/session.tsx'

const minuteMs = 60_000

/** Its contract imports the catalogue, so it is loaded on demand. Read again while a page is open: a service may be switched off. */
const statusQuery = queryOptions({
  queryKey: statusKey,
  queryFn: async ({ signal }) => {
    const { readStatus } = await prepared(() => import('#contract/job-orders.ts'))
    return (await call(readStatus, {}, { signal })).services
  },
  staleTime: minuteMs / 2,
  refetchInterval: minuteMs
})

function useStatuses() {
  const { user } = useSession()
  return useQuery({ ...statusQuery, enabled: user !== null }).data
}

/** Undefined while it is not known, and for visitors. */
const useStatus = (service: string) => useStatuses()?.find((candidate) => candidate.service === service)

/** Says of any model of a service whether it is known to be switched off, or its service to be down. */
export function useIsAway(): (service: string, model: string) => boolean {
  const statuses = useStatuses()
  return (service, model) => {
    const status = statuses?.find((candidate) => candidate.service === service)
    if (!status) return false
    return status.state === 'down' || status.reason !== null || status.modelsOff.some((off) => off.model === model)
  }
}

/** How long a job of the service usually takes; null when unknown. */
export const useTypicalSeconds = (service: string): number | null => useStatus(service)?.typicalSeconds ?? null

/** Why the service, or this model of it, is switched off; null: it is on, or that is not known. */
export function useOffReason(service: string, model: string | null): string | null {
  const status = useStatus(service)
  return status?.reason ?? status?.modelsOff.find((off) => off.model === model)?.reason ?? null
}
