// Queries and mutations of the user's profile, sessions and personal data.
import { mutationOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import * as profile from '#contract/profile.ts'
import { changeAbout, readAbout } from '#contract/roles.ts'
import { call } from '../../base/session/client.ts'
import { accountKey } from '../../base/http/query-keys.ts'

export const sessionsQuery = {
  queryKey: [...accountKey, 'sessions'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(profile.listSessions, {}, { signal })).sessions,
  staleTime: 0
}

export const consentsQuery = {
  queryKey: [...accountKey, 'consents'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(profile.listConsents, {}, { signal })).consents
}

export const aboutQuery = {
  queryKey: [...accountKey, 'about'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(readAbout, {}, { signal })).about
}

export const changeAboutMutation = mutationOptions({
  mutationFn: async (about: string) => (await call(changeAbout, { about })).about
})

export const updateProfileMutation = mutationOptions({
  mutationFn: (input: z.input<typeof profile.updateProfile.input>) => call(profile.updateProfile, input)
})

export const changePasswordMutation = mutationOptions({
  mutationFn: (input: z.input<typeof profile.changePassword.input>) => call(profile.changePassword, input)
})

export const changeEmailMutation = mutationOptions({
  mutationFn: (input: z.input<typeof profile.changeEmail.input>) => call(profile.changeEmail, input)
})

export const revokeSessionMutation = mutationOptions({
  mutationFn: (id: string) => call(profile.revokeSession, { id })
})

export const deleteAccountMutation = mutationOptions({
  mutationFn: (input: z.input<typeof profile.deleteAccount.input>) => call(profile.deleteAccount, input)
})

export const exportAccountMutation = mutationOptions({
  mutationFn: async () => (await call(profile.exportAccount, {})).url
})

export const confirmEmailChangeMutation = mutationOptions({
  mutationFn: async (input: z.input<typeof profile.confirmEmailChange.input>) =>
    (await call(profile.confirmEmailChange, input)).state
})
