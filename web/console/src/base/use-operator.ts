import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { leaveConsole, readOperatorSession, type OperatorSession } from '#contract/operator/access/session.ts'
import { mayOperate, type OperatorRole, type Permission } from '#contract/permissions.ts'
import { queryClient } from '../../../src/base/http/query-client.ts'
import { call, isNoOperator, isSessionKey, sessionKey } from './call.ts'

export const roleNames: Record<OperatorRole, string> = { support: 'поддержка', finance: 'финансы', owner: 'владелец' }

/** Undefined: not known yet; null: no operator has entered. */
export function useSession() {
  const { data, error, refetch } = useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => call(readOperatorSession, {}, signal),
    staleTime: Infinity,
    refetchOnWindowFocus: 'always'
  })
  if (isNoOperator(error)) return { session: null, error: null, refetch }
  return { session: data?.session, error: data ? null : error, refetch }
}

/** Forgets what another session has read, and begins with this one; null: without a session. */
export function beginSession(session: OperatorSession | null): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => !isSessionKey(queryKey) })
  if (session) queryClient.setQueryData(sessionKey, { session })
  else void queryClient.invalidateQueries({ queryKey: sessionKey })
}

/** Leaves the console; the user's session on the site goes on. */
export async function leave(): Promise<void> {
  await call(leaveConsole, {})
  beginSession(null)
}

export const OperatorContext = createContext<OperatorSession | null>(null)

/** The operator who has entered. `may(permission)`: whether the role allows it. */
export function useOperator() {
  const session = use(OperatorContext)
  if (!session) throw new Error('useOperator is used outside of the console')
  return { ...session, may: (permission: Permission) => mayOperate(session.role, permission) }
}
