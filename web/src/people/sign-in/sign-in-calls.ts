// Mutations of registration and password reset.
import { mutationOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { confirmPasswordReset, register, requestPasswordReset, resendVerification } from '#contract/sign-in.ts'
import { call } from '../../base/session/client.ts'

export const registerMutation = mutationOptions({
  mutationFn: (input: z.input<typeof register.input>) => call(register, input)
})

export const resendVerificationMutation = mutationOptions({
  mutationFn: (input: z.input<typeof resendVerification.input>) => call(resendVerification, input)
})

export const requestResetMutation = mutationOptions({
  mutationFn: (input: z.input<typeof requestPasswordReset.input>) => call(requestPasswordReset, input)
})

export const confirmResetMutation = mutationOptions({
  mutationFn: (input: z.input<typeof confirmPasswordReset.input>) => call(confirmPasswordReset, input)
})
