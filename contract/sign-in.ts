// Calls of people who are on their way in: registration, sign-in, confirmation and a forgotten password.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, knownEmail, linkToken, newPassword, typedPassword } from './validation.ts'

export const tokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type TokenPair = z.infer<typeof tokenPair>

const consentText = 'Необходимо согласие'
const consent = z.literal(true, consentText)
/** Of a new person. */
export const consents = z.object({ offer: consent, personalData: consent }, consentText)

/** A solved challenge (`proof-of-work.ts`), after the refusal PROOF_REQUIRED. */
const proof = z.string().max(300).optional()

/**
 * Made by the browser that asks for the mail: the token of its link begins with it, so that this browser knows its own link again.
 * Hexadecimal, because strangers get mails with it.
 */
export const nonce = z
  .string()
  .regex(/^[\da-f]{32}$/)
  .optional()

export const register = endpoint({
  call: 'POST /auth/register',
  access: 'public',
  input: z.object({
    email,
    password: newPassword,
    proof,
    nonce,
    /** Of the link by which the person came. One that brings nothing is ignored, whatever it is. */
    invite: z.string().optional(),
    consents
  })
})

export const login = endpoint({
  call: 'POST /auth/login',
  access: 'public',
  input: z.object({
    email: knownEmail,
    password: typedPassword,
    /** The pass from a password reset: with it, attempts of strangers do not delay the next sign-in. */
    pass: z.string().max(200).optional(),
    proof
  }),
  output: z.object({
    tokens: tokenPair,
    /** Signing in took back a wish to delete the account. */
    restored: z.boolean().default(false)
  })
})

export const refresh = endpoint({
  call: 'POST /auth/refresh',
  access: 'public',
  input: z.object({ refreshToken: z.string().min(1).max(200) }),
  output: z.object({ tokens: tokenPair })
})

export const logout = endpoint({
  call: 'POST /auth/logout',
  access: 'user'
})

export const verifyEmail = endpoint({
  call: 'GET /auth/verify-email/:token',
  access: 'public',
  input: z.object({ token: linkToken }),
  output: z.object({ tokens: tokenPair })
})

export const resendVerification = endpoint({
  call: 'POST /auth/resend-verification',
  access: 'public',
  input: z.object({ email: knownEmail, nonce })
})

export const requestPasswordReset = endpoint({
  call: 'POST /auth/reset-password',
  access: 'public',
  input: z.object({ email: knownEmail })
})

/** Whether the link of a reset still works, which is not used by that. INVALID_VERIFICATION_TOKEN: it has expired, was used or made up. */
export const checkPasswordReset = endpoint({
  call: 'GET /auth/reset-password/:token',
  access: 'public',
  input: z.object({ token: linkToken })
})

export const confirmPasswordReset = endpoint({
  call: 'POST /auth/reset-password-confirm',
  access: 'public',
  input: z.object({ token: linkToken, newPassword, proof }),
  /** A pass for the next sign-in, valid for a quarter of an hour. */
  output: z.object({ pass: z.string().optional() })
})
