// Calls of a signed-in user about their own account: name, email, password, sessions, personal data.
import { z } from 'zod'
import { accountPlans } from './catalogue/plans.ts'
import { endpoint } from './endpoint.ts'
import { email, linkToken, newPassword, typedPassword } from './validation.ts'

const displayName = z.string().trim().max(80, 'Не больше 80 символов')

/**
 * Of the signed-in user. It may be left out after a fresh sign-in (`second-step.ts`), as by users who have no password; with a second
 * step on, it is not enough. Refused with FRESH_SIGN_IN_REQUIRED.
 */
const provenPassword = typedPassword.optional()

const profile = z.object({
  id: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  emailVerified: z.boolean(),
  plan: z.enum(accountPlans),
  createdAt: z.number()
})
export type Profile = z.infer<typeof profile>

export const readProfile = endpoint({
  call: 'GET /auth/profile',
  access: 'session',
  output: z.object({ user: profile })
})

export const updateProfile = endpoint({
  call: 'PUT /user/profile',
  access: 'session',
  input: z.object({ displayName: displayName.nullable() }),
  output: z.object({ user: profile })
})

/**
 * Asks for another address. It changes when both mailboxes have agreed; the response is the same whether or not the new
 * one has an account.
 */
export const changeEmail = endpoint({
  call: 'PUT /user/email',
  access: 'session',
  input: z.object({ newEmail: email, currentPassword: provenPassword })
})

/** Uses the link of one of the two mails. `waiting`: the other mailbox has not agreed yet. */
export const confirmEmailChange = endpoint({
  call: 'POST /auth/confirm-email-change',
  access: 'public',
  input: z.object({ token: linkToken }),
  output: z.object({ state: z.enum(['waiting', 'changed']) })
})

/** Changes the password of the signed-in user. Every other session ends; this one stays. */
export const changePassword = endpoint({
  call: 'PUT /user/password',
  access: 'session',
  input: z.object({ currentPassword: provenPassword, newPassword })
})

export const session = z.object({
  id: z.string(),
  userAgent: z.string(),
  ip: z.string(),
  /** City and country as Cloudflare knows them; null without Cloudflare. */
  place: z.string().nullable(),
  createdAt: z.number(),
  lastSeenAt: z.number(),
  current: z.boolean()
})

export const listSessions = endpoint({
  call: 'GET /user/sessions',
  access: 'session',
  output: z.object({ sessions: z.array(session) })
})

/** Instead of an id: every session but the caller's own. */
export const otherSessions = 'others'

export const revokeSession = endpoint({
  call: 'DELETE /user/sessions/:id',
  access: 'session',
  input: z.object({ id: z.string().max(64) }),
  output: z.object({ ended: z.number().int() })
})

/**
 * Signs out everywhere at once and erases the account when the grace is over, unless its owner signs in before.
 * 409 `LAST_OWNER`: the operators' console has no other owner.
 */
export const deleteAccount = endpoint({
  call: 'POST /user/deletion',
  access: 'session',
  input: z.object({ currentPassword: provenPassword }),
  output: z.object({ erasedAt: z.number() })
})

/** An address from which everything that is stored about the caller can be downloaded as one archive, for ten minutes. */
export const exportAccount = endpoint({
  call: 'POST /user/export',
  access: 'session',
  output: z.object({ url: z.string() })
})

const consent = z.object({
  document: z.enum(['offer', 'personal-data']),
  version: z.string(),
  givenAt: z.number()
})

export const listConsents = endpoint({
  call: 'GET /user/consents',
  access: 'session',
  output: z.object({ consents: z.array(consent) })
})
