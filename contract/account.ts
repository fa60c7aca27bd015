import { z } from 'zod'
import { accountPlans } from './catalogue/plans.ts'
import { endpoint } from './endpoint.ts'
import { email, newPassword } from './validation.ts'

const nothing = z.object({})

export const tokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type TokenPair = z.infer<typeof tokenPair>

/** Versions of the documents a person agrees to at registration; a new text is a new version. */
export const consentVersions = { offer: '2026-11-01', personalData: '2026-11-01' } as const

const consentText = 'Необходимо согласие'
/** Any password that may be right: the rules of new ones may have been others when it was set. */
const typedPassword = z.string({ error: 'Пароль обязателен' }).min(1, 'Пароль обязателен').max(128)
const displayName = z.string().trim().max(80, 'Не больше 80 символов')
const linkToken = z.string().min(1, 'Токен не найден').max(200)

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  input: z.object({
    email,
    password: newPassword,
    consents: z.object({
      offer: z.literal(true, { error: consentText }),
      personalData: z.literal(true, { error: consentText })
    })
  }),
  output: nothing
})

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  input: z.object({
    email,
    password: typedPassword,
    /** What a reset has just answered: the sign-in that follows it is not held up by strangers' attempts. */
    pass: z.string().max(200).optional()
  }),
  output: z.object({
    tokens: tokenPair,
    /** Signing in took back a wish to delete the account. */
    restored: z.boolean().default(false)
  })
})

export const refresh = endpoint({
  method: 'POST',
  path: '/auth/refresh',
  access: 'public',
  input: z.object({ refreshToken: z.string().min(1).max(200) }),
  output: z.object({ tokens: tokenPair })
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'user',
  input: nothing,
  output: nothing
})

export const profile = z.object({
  id: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  emailVerified: z.boolean(),
  plan: z.enum(accountPlans),
  createdAt: z.number()
})
export type Profile = z.infer<typeof profile>

export const readProfile = endpoint({
  method: 'GET',
  path: '/auth/profile',
  access: 'session',
  input: nothing,
  output: z.object({ user: profile })
})

export const verifyEmail = endpoint({
  method: 'GET',
  path: '/auth/verify-email/:token',
  access: 'public',
  input: z.object({ token: linkToken }),
  output: z.object({ tokens: tokenPair })
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/auth/resend-verification',
  access: 'public',
  input: z.object({ email }),
  output: nothing
})

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  input: z.object({ email }),
  output: nothing
})

export const confirmPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/reset-password-confirm',
  access: 'public',
  input: z.object({ token: linkToken, newPassword }),
  /** For the next sign-in, within a quarter of an hour. */
  output: z.object({ pass: z.string().optional() })
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/user/profile',
  access: 'session',
  input: z.object({ displayName: displayName.nullable() }),
  output: z.object({ user: profile })
})

/**
 * Asks for another address. It changes when both mailboxes have agreed; the answer is the same whether or not the new
 * one belongs to somebody.
 */
export const changeEmail = endpoint({
  method: 'PUT',
  path: '/user/email',
  access: 'session',
  input: z.object({ newEmail: email, currentPassword: typedPassword }),
  output: nothing
})

/** Uses the link of one of the two mails. `waiting`: the other mailbox has not agreed yet. */
export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/auth/confirm-email-change',
  access: 'public',
  input: z.object({ token: linkToken }),
  output: z.object({ state: z.enum(['waiting', 'changed']) })
})

/** The password of who is signed in. Every other session ends; this one goes on. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/user/password',
  access: 'session',
  input: z.object({ currentPassword: typedPassword, newPassword }),
  output: nothing
})

export const session = z.object({
  id: z.string(),
  userAgent: z.string(),
  ip: z.string(),
  /** City and country as the edge knows them; null without an edge. */
  place: z.string().nullable(),
  createdAt: z.number(),
  lastSeenAt: z.number(),
  current: z.boolean()
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/user/sessions',
  access: 'session',
  input: nothing,
  output: z.object({ sessions: z.array(session) })
})

/** Instead of an id: every session but the caller's own. */
export const otherSessions = 'others'

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/user/sessions/:id',
  access: 'session',
  input: z.object({ id: z.string().max(64) }),
  output: z.object({ ended: z.number().int() })
})

export const deletionGraceDays = 14

/** Signs out everywhere at once and erases the account when the grace is over, unless its owner signs in before. */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/user/deletion',
  access: 'session',
  input: z.object({ currentPassword: typedPassword }),
  output: z.object({ erasedAt: z.number() })
})

/** An address from which everything that is stored about the caller can be downloaded as one archive, for ten minutes. */
export const exportAccount = endpoint({
  method: 'POST',
  path: '/user/export',
  access: 'session',
  input: nothing,
  output: z.object({ url: z.string() })
})

export const consent = z.object({
  document: z.enum(['offer', 'personal-data']),
  version: z.string(),
  givenAt: z.number()
})

export const listConsents = endpoint({
  method: 'GET',
  path: '/user/consents',
  access: 'session',
  input: nothing,
  output: z.object({ consents: z.array(consent) })
})
