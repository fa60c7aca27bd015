// Passkeys, the second step of signing in, and the fresh proof that dangerous calls demand.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { tokenPair } from './sign-in.ts'
import { typedPassword } from './validation.ts'

/**
 * How a user may prove themselves: `code` is the authenticator's, `recovery` one of ten codes that work once. `yandex` and `vk` go
 * through `beginLink` with the intent `prove`.
 */
const proofWays = ['password', 'passkey', 'code', 'recovery', 'yandex', 'vk'] as const
export type ProofWay = (typeof proofWays)[number]

/** What a refused sign-in (`SECOND_STEP_REQUIRED`, 403) has as `data`. The ticket lasts ten minutes. */
export const secondStepNeeded = z.object({
  ticket: z.string().max(500),
  ways: z.array(z.enum(['passkey', 'code', 'recovery']))
})
export type SecondStepNeeded = z.infer<typeof secondStepNeeded>

/** What a call refused with `FRESH_SIGN_IN_REQUIRED` (403) has as `data`: what this user can prove with. */
export const freshSignInNeeded = z.object({ ways: z.array(z.enum(proofWays)) })
export type FreshSignInNeeded = z.infer<typeof freshSignInNeeded>

/** A proof counts so long, also the signing in itself. */
export const freshMinutes = 10

/** What the browser's `navigator.credentials` gave, as @simplewebauthn/browser writes it; the server's library checks it. */
const passkeyResponse = z.looseObject({ id: z.string().max(1500) })
/** What it takes, as the server's library made it. */
const passkeyOptions = z.record(z.string(), z.unknown())
const ticket = z.string().min(1).max(500)

/** Six digits of the authenticator, spaces allowed. */
const code = z
  .string()
  .transform((typed) => typed.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Код состоит из шести цифр'))
const recovery = z.string().trim().min(8, 'Введите код восстановления').max(40, 'Введите код восстановления')

/** Exactly one of them. */
const shown = {
  code: code.optional(),
  recovery: recovery.optional(),
  passkey: z.object({ ticket, response: passkeyResponse }).optional()
}

export const passkeySignInOptions = endpoint({
  call: 'POST /auth/passkeys/options',
  access: 'public',
  output: z.object({ options: passkeyOptions, ticket })
})

/** A passkey proves possession and its holder at once, so no second step follows. Errors: PASSKEY_UNKNOWN, ACCOUNT_BLOCKED, RATE_LIMITED. */
export const signInWithPasskey = endpoint({
  call: 'POST /auth/passkeys/sign-in',
  access: 'public',
  input: z.object({ ticket, response: passkeyResponse }),
  output: z.object({ tokens: tokenPair, restored: z.boolean() })
})

export const secondStepOptions = endpoint({
  call: 'POST /auth/second-step/options',
  access: 'public',
  input: z.object({ ticket }),
  output: z.object({ options: passkeyOptions, ticket })
})

/** `ticket` is the refused sign-in's. Errors: INVALID_CODE, PASSKEY_UNKNOWN, SECOND_STEP_EXPIRED, RATE_LIMITED. */
export const takeSecondStep = endpoint({
  call: 'POST /auth/second-step',
  access: 'public',
  input: z.object({ ticket, ...shown }),
  output: z.object({ tokens: tokenPair, restored: z.boolean() })
})

export const proofOptions = endpoint({
  call: 'POST /user/proof/options',
  access: 'session',
  output: z.object({ options: passkeyOptions, ticket })
})

/** Makes the session fresh for ten minutes. With a second step on, a password alone is not enough. */
export const proveAgain = endpoint({
  call: 'POST /user/proof',
  access: 'session',
  input: z.object({ password: typedPassword.optional(), ...shown }),
  output: z.object({ freshUntil: z.number() })
})

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Kept in an account of the device's maker, so that it outlives the device. */
  isBackedUp: z.boolean(),
  createdAt: z.number(),
  usedAt: z.number().nullable()
})
export type Passkey = z.infer<typeof passkey>
export const passkeysMax = 20

const waysIn = z.object({
  hasPassword: z.boolean(),
  identities: z.array(
    z.object({ provider: z.enum(['yandex', 'vk']), linkedAt: z.number(), usedAt: z.number().nullable() })
  ),
  passkeys: z.array(passkey),
  /** Null: no authenticator is connected. */
  authenticatorSince: z.number().nullable(),
  /** This installation can keep authenticators' secrets (`FACTOR_SECRET`). */
  takesAuthenticators: z.boolean(),
  secondStep: z.boolean(),
  recoveryLeft: z.number().int(),
  /** Null: a dangerous call would be refused with FRESH_SIGN_IN_REQUIRED. */
  freshUntil: z.number().nullable()
})
export type WaysIn = z.infer<typeof waysIn>

export const readWaysIn = endpoint({
  call: 'GET /user/ways-in',
  access: 'session',
  output: waysIn
})

/** All below ask for a fresh sign-in. A change is told to the owner by a letter. */
export const newPasskeyOptions = endpoint({
  call: 'POST /user/passkeys/options',
  access: 'session',
  output: z.object({ options: passkeyOptions, ticket })
})

const passkeyName = z.string().trim().min(1, 'Введите название').max(60, 'Не больше 60 символов')

export const addPasskey = endpoint({
  call: 'POST /user/passkeys',
  access: 'session',
  input: z.object({ ticket, response: passkeyResponse, name: passkeyName }),
  output: z.object({ passkey })
})

export const renamePasskey = endpoint({
  call: 'PUT /user/passkeys/:id',
  access: 'session',
  input: z.object({ id: z.string().max(1500), name: passkeyName })
})

/** Errors: LAST_WAY_IN; LAST_SECOND_STEP while the second step is on and nothing else can take it. */
export const removePasskey = endpoint({
  call: 'DELETE /user/passkeys/:id',
  access: 'session',
  input: z.object({ id: z.string().max(1500) })
})

/** A secret that waits for its first code; it replaces one that still waits. */
export const connectAuthenticator = endpoint({
  call: 'POST /user/authenticator',
  access: 'session',
  output: z.object({ secret: z.string(), uri: z.string() })
})

export const confirmAuthenticator = endpoint({
  call: 'PUT /user/authenticator',
  access: 'session',
  input: z.object({ code })
})

/** Errors: LAST_SECOND_STEP. */
export const removeAuthenticator = endpoint({
  call: 'DELETE /user/authenticator',
  access: 'session'
})

const recoveryCodes = z.array(z.string())

/**
 * On: needs a passkey or an authenticator, and answers with the recovery codes, shown once; CONFLICT, and a letter is sent, while only a
 * provider has named the mailbox. Off: they are void.
 */
export const switchSecondStep = endpoint({
  call: 'PUT /user/second-step',
  access: 'session',
  input: z.object({ on: z.boolean() }),
  output: z.object({ recoveryCodes: recoveryCodes.nullable() })
})

/** New ones; the old ones are void. Errors: CONFLICT while the second step is off. */
export const renewRecoveryCodes = endpoint({
  call: 'POST /user/recovery-codes',
  access: 'session',
  output: z.object({ recoveryCodes })
})
