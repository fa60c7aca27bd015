import { useQuery } from '@tanstack/react-query'
import { createContext, use, useState } from 'react'
import { leaveConsole, readOperatorSession, type OperatorSession } from '#contract/operator/access/session.ts'
import { mayOperate, type OperatorRole, type Permission } from '#contract/permissions.ts'
import { queryClient } from '../../../src/base/http/query-client.ts'
import { call, isNoOperator, isReadKey, isSessionKey, sessionKey } from './call.ts'

export const roleNames: Record<OperatorRole, string> = { support: 'поддержка', finance: 'финансы', owner: 'владелец' }

/** `session`: undefined, not known yet; null, no operator has entered. `last`: who has entered, or had until the session ended by itself. */
export function useSession() {
  const { data, error, refetch } = useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      const read = await call(readOperatorSession, {}, signal)
      if (!isSame(read.session)) forgetReads()
      return read
    },
    staleTime: Infinity,
    refetchOnWindowFocus: 'always'
  })
  const last = data?.session
  // Until the server tells of a session: a look that waits for its answer, or finds no server, begins none and loses nothing typed.
  const [refused, setRefused] = useState<{ data: typeof data } | null>(null)
  const isRefused = isNoOperator(error)
  if (isRefused && (!refused || refused.data !== data)) setRefused({ data })
  if (isRefused || (refused && refused.data === data)) return { session: null, last, error: null, refetch }
  return { session: last, last, error: data ? null : error, refetch }
}

/** Two sessions with the same name belong to the same operator, who sees and may do the same in both. */
export const placeOf = ({ name, role }: OperatorSession): string => `${name}/${role}`

/** Whether the last session known belongs to the same operator. */
function isSame(session: OperatorSession): boolean {
  const last = queryClient.getQueryData<{ session: OperatorSession }>(sessionKey)?.session
  return last !== undefined && placeOf(last) === placeOf(session)
}

const forgetReads = (): void => queryClient.removeQueries({ predicate: ({ queryKey }) => !isSessionKey(queryKey) })

/**
 * Begins with this session; null: without one. What another operator has read is forgotten; the same one's pages are read again and keep
 * what is typed in them.
 */
export function beginSession(session: OperatorSession | null): void {
  if (session && isSame(session))
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isReadKey(queryKey) })
  else forgetReads()
  if (!session) return void queryClient.resetQueries({ queryKey: sessionKey })
  // A look that was sent before would end this session with its answer.
  void queryClient.cancelQueries({ queryKey: sessionKey })
  queryClient.setQueryData(sessionKey, { session })
}

/** Leaves the console, also with a session that has ended meanwhile; the user's session on the site goes on. */
export async function leave(): Promise<void> {
  await call(leaveConsole, {}).catch((error: unknown) => {
    if (!isNoOperator(error)) throw error
  })
  beginSession(null)
}

export const OperatorContext = createContext<OperatorSession | null>(null)

/** The operator who has entered. `may(permission)`: whether the role allows it. */
export function useOperator() {
  const session = use(OperatorContext)
  if (!session) throw new Error('useOperator is used outside of the console')
  return { ...session, may: (permission: Permission) => mayOperate(session.role, permission) }
}
