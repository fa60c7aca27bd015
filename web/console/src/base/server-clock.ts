import type { OperatorSession } from '#contract/operator/access/session.ts'
import { formatAgo, formatMoment } from '../../../src/base/format/dates.ts'
import { queryClient } from '../../../src/base/http/query-client.ts'
import { sessionKey } from './call.ts'

/** The present by the server's clock, which each reading of the session tells: that of a device may be wrong by hours. */
export function serverNow(): number {
  const read = queryClient.getQueryState<{ session: OperatorSession }>(sessionKey)
  return Date.now() + (read?.data ? read.data.session.now - read.dataUpdatedAt : 0)
}

/** As short as it can be understood: what day is today is told by the server's clock. */
export const tellMoment = (time: number): string => formatMoment(time, serverNow())

/** How long ago it was, by the server's clock. */
export const tellAgo = (time: number): string => formatAgo(time, serverNow())
