import { type IdentityProvider, providerNames } from '#contract/identity-providers.ts'
import { beginAttempt, providersOn } from '#providers/identity/providers.ts'
import type { BegunAttempt } from '../crypto/identity-attempt.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { keepAttempt } from './attempt-cookie.ts'
import { limitIdentities } from './limit-identities.ts'

interface Wanted {
  provider: IdentityProvider
  intent: BegunAttempt['intent']
  returnTo: string
  /** Of a signed-in user; null: a visitor. */
  of: { userId: string; sessionId: string } | null
}

/** A path of our own; anything else becomes the start page. */
const ownPath = (path: string): string => (/^\/(?![/\\])[\x21-\x5B\x5D-\x7E]*$/.test(path) ? path : '/')

/** @throws AppError SERVICE_OFF when this installation does not offer the provider */
export function expectOffered(c: AppContext, provider: IdentityProvider): void {
  if (!providersOn(c.var.environment).includes(provider))
    throw new AppError('SERVICE_OFF', { text: `Вход через ${providerNames[provider]} сейчас выключен` })
}

/** @returns the address of the provider's page @throws AppError RATE_LIMITED, SERVICE_OFF */
export async function beginIdentity(c: AppContext, { provider, intent, returnTo, of }: Wanted): Promise<string> {
  expectOffered(c, provider)
  await limitIdentities(c, 'start')
  const { attempt, url } = await beginAttempt(c.var.environment, provider, intent !== 'sign-in')
  await keepAttempt(c, {
    ...attempt,
    provider,
    intent,
    returnTo: ownPath(returnTo),
    userId: of?.userId ?? null,
    sessionId: of?.sessionId ?? null
  })
  return url
}
