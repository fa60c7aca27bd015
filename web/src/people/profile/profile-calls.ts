// The profile, the sessions and the personal data of who is signed in, as options for react-query.
import { mutationOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import * as account from '#contract/account.ts'
import { call } from '../../base/session/client.ts'
import { accountKey } from '../../api/query-keys.ts'

export const sessionsQuery = {
  queryKey: [...accountKey, 'sessions'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(account.listSessions, {}, { signal })).sessions,
  staleTime: 0
}

export const consentsQuery = {
  queryKey: [...accountKey, 'consents'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(account.listConsents, {}, { signal })).consents
}

export const updateProfileMutation = mutationOptions({
  mutationFn: (input: z.input<typeof account.updateProfile.input>) => call(account.updateProfile, input)
})

export const changePasswordMutation = mutationOptions({
  mutationFn: (input: z.input<typeof account.changePassword.input>) => call(account.changePassword, input)
})

export const changeEmailMutation = mutationOptions({
  mutationFn: (input: z.input<typeof account.changeEmail.input>) => call(account.changeEmail, input)
})

export const revokeSessionMutation = mutationOptions({
  mutationFn: (id: string) => call(account.revokeSession, { id })
})

export const deleteAccountMutation = mutationOptions({
  mutationFn: (input: z.input<typeof account.deleteAccount.input>) => call(account.deleteAccount, input)
})

export const exportAccountMutation = mutationOptions({
  mutationFn: async () => (await call(account.exportAccount, {})).url
})

export const confirmEmailChangeMutation = mutationOptions({
  mutationFn: async (input: z.input<typeof account.confirmEmailChange.input>) =>
    (await call(account.confirmEmailChange, input)).state
})
