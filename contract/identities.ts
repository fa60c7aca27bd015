// Signing in with Яндекс ID and VK ID: authorization code with PKCE on the server (RFC 7636, RFC 9700). Whom a provider names is an
// identity: provider and subject. It is never joined to an account by its address.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { secondStepNeeded } from './second-step.ts'
import { consents, nonce, tokenPair } from './sign-in.ts'
import { authorizing, provider, returnTo } from './sign-in-ways.ts'
import { email } from './validation.ts'

export { identityProviders, type IdentityProvider, providerNames } from './identity-providers.ts'
export { beginSignIn, waysToSignIn } from './sign-in-ways.ts'

/** `link`: adds the identity to the caller's account, which asks for a fresh sign-in. `prove`: a fresh sign-in by a linked identity. */
export const beginLink = endpoint({
  call: 'POST /user/identities/start',
  access: 'session',
  input: z.object({ provider, intent: z.enum(['link', 'prove']), returnTo }),
  output: authorizing
})

/** A signed text with provider, subject and the given address, of ten minutes; `createWithIdentity` and `linkIdentity` take it once. */
const ticket = z.string().min(1).max(2000)

/**
 * What the provider's answer leads to. Nothing about a new person is stored by this call (law 152: a register inside the country may
 * stand before the calls that do). The page at `/auth/return/:provider` makes it with what the provider put into its address.
 * Errors: IDENTITY_DECLINED, IDENTITY_EXPIRED (foreign, used or old state or code), IDENTITY_FAILED, ACCOUNT_BLOCKED, RATE_LIMITED,
 * IDENTITY_TAKEN (`link`: it opens another account; `prove`: it is not the caller's); CONFLICT while the identity's account is being
 * erased; SECOND_STEP_REQUIRED without data (`prove` where a second step is on, which an identity does not replace).
 */
export const finishIdentity = endpoint({
  call: 'POST /auth/identities/finish',
  access: 'public',
  input: z.object({
    provider,
    state: z.string().min(1).max(500),
    code: z.string().max(2000).optional(),
    /** VK ID alone. */
    deviceId: z.string().max(500).optional(),
    /** The provider's code when it gave none of its own: `access_denied`, … */
    error: z.string().max(200).optional()
  }),
  output: z.discriminatedUnion('state', [
    z.object({ state: z.literal('signed-in'), tokens: tokenPair, restored: z.boolean(), returnTo }),
    z.object({ state: z.literal('second-step'), ...secondStepNeeded.shape, returnTo }),
    /** No account has this identity. `email` is null when the provider gave none: the person types one, and a letter confirms it. */
    z.object({ state: z.literal('new'), ticket, email: z.string().nullable(), returnTo }),
    /** An account has the address that the provider gave: its owner signs in as usual and links the identity in the profile. */
    z.object({ state: z.literal('known-address'), email: z.string(), returnTo }),
    z.object({ state: z.literal('link'), ticket, returnTo }),
    z.object({ state: z.literal('proven'), returnTo })
  ])
})

/**
 * Creates the account of a new person. With the provider's address it is signed in at once; with a typed one a letter has to confirm it
 * first, and the response is the same whether or not the address has an account. Errors: IDENTITY_EXPIRED; CONFLICT when the provider's
 * address has got an account meanwhile; ACCOUNT_BLOCKED, RATE_LIMITED.
 */
export const createWithIdentity = endpoint({
  call: 'POST /auth/identities/create',
  access: 'public',
  input: z.object({
    ticket,
    /** Only when the provider gave none. */
    email: email.optional(),
    nonce,
    invite: z.string().optional(),
    consents
  }),
  output: z.discriminatedUnion('state', [
    z.object({ state: z.literal('signed-in'), tokens: tokenPair }),
    z.object({ state: z.literal('mail-sent') })
  ])
})

/**
 * The ticket of `finishIdentity` is bound to the caller's account. Errors: FRESH_SIGN_IN_REQUIRED, IDENTITY_TAKEN, IDENTITY_EXPIRED;
 * CONFLICT when the account has another identity of this provider.
 */
export const linkIdentity = endpoint({
  call: 'POST /user/identities',
  access: 'session',
  input: z.object({ ticket })
})

/** Errors: FRESH_SIGN_IN_REQUIRED, LAST_WAY_IN, NOT_FOUND. */
export const unlinkIdentity = endpoint({
  call: 'DELETE /user/identities/:provider',
  access: 'session',
  input: z.object({ provider })
})
