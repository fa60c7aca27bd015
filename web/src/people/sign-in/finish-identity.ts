// What a provider has put into the address, and what the server makes of it: once, because state and code serve once.
import type { z } from 'zod'
import { finishIdentity } from '#contract/identities.ts'
import type { IdentityProvider } from '#contract/identity-providers.ts'
import { ApiError, clientCode } from '../../base/http/api-error.ts'
import { call } from '../../base/session/client.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { enterWith } from './sign-in-calls.ts'

export interface Brought {
  provider: IdentityProvider
  state: string
  code?: string | undefined
  deviceId?: string | undefined
  error?: string | undefined
}

export function broughtBy(provider: IdentityProvider, query: URLSearchParams): Brought {
  const of = (name: string) => query.get(name) ?? undefined
  const [code, error] = [of('code'), of('error')]
  // An answer without either is none that a provider gives.
  const named = code === undefined && error === undefined ? { error: 'invalid_request' } : { code, error }
  return { provider, state: of('state') ?? '', deviceId: of('device_id'), ...named }
}

type Finished = z.output<typeof finishIdentity.output>
/** Who is signed in by it is so already: nothing keeps the tokens but their storage. */
export type Outcome = Exclude<Finished, { state: 'signed-in' }> | { state: 'signed-in'; returnTo: string }

const finishing = pageStore(() => new Map<string, Promise<Outcome>>())

/** Nothing was brought, so the server is not asked for its words. */
const expiredText = 'Вход не завершён. Начните заново'

async function finish(brought: Brought): Promise<Outcome> {
  // A page that was loaded anew, or opened by hand.
  if (brought.state === '') throw new ApiError(expiredText, { code: 'IDENTITY_EXPIRED', status: 400 })
  const finished = await call(finishIdentity, brought)
  if (finished.state !== 'signed-in') return finished
  await enterWith(finished)
  return { state: 'signed-in', returnTo: finished.returnTo }
}

/** Asks the server once, however often the page is drawn; anew only when the call before has not reached it. Throws `ApiError`. */
export function finishOnce(brought: Brought): Promise<Outcome> {
  const begun = finishing.getState()
  const running = begun.get(brought.state) ?? finish(brought)
  begun.set(brought.state, running)
  running.catch((error: unknown) => {
    if (mayBeTriedAgain(error)) begun.delete(brought.state)
  })
  return running
}

/** Whether state and code may still serve, because the server did not get as far as them. */
export const mayBeTriedAgain = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === clientCode.network || error.code === 'RATE_LIMITED')
