// Queries of the user's profile, sessions and personal data.
import { listConsents, listSessions } from '#contract/profile.ts'
import { readAbout } from '#contract/roles.ts'
import { call } from '../../base/session/client.ts'
import { accountKey } from '../../base/http/query-keys.ts'

export const sessionsQuery = {
  queryKey: [...accountKey, 'sessions'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(listSessions, {}, { signal })).sessions,
  staleTime: 0
}

export const consentsQuery = {
  queryKey: [...accountKey, 'consents'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(listConsents, {}, { signal })).consents
}

export const aboutQuery = {
  queryKey: [...accountKey, 'about'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(readAbout, {}, { signal })).about
}
