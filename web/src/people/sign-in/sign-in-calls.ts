// Mutations of registration and password reset.
import { mutationOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { confirmPasswordReset, register, requestPasswordReset, resendVerification } from '#contract/sign-in.ts'
import { keptNonce, newNonce } from './own-link.ts'
import { callProving } from '../../base/session/call-proving.ts'
import { call } from '../../base/session/client.ts'

/** `onProof`: the browser has to prove some work first. */
export const registerMutation = (onProof: () => void) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof register.input>) =>
      callProving(register, { ...input, nonce: keptNonce() ?? newNonce() }, onProof)
  })

export const resendVerificationMutation = mutationOptions({
  mutationFn: (input: z.input<typeof resendVerification.input>) =>
    call(resendVerification, { ...input, nonce: keptNonce() })
})

export const requestResetMutation = mutationOptions({
  mutationFn: (input: z.input<typeof requestPasswordReset.input>) => call(requestPasswordReset, input)
})

/** `onProof`: the browser has to prove some work first. */
export const confirmResetMutation = (onProof: () => void) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof confirmPasswordReset.input>) => callProving(confirmPasswordReset, input, onProof)
  })
