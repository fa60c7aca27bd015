// Which providers this installation lets people sign in with, and the way to their pages.
import { type IdentityProvider, identityProviders } from '#contract/identity-providers.ts'
import { beginSignIn, waysToSignIn } from '#contract/sign-in-ways.ts'
import { paths, signInPath } from '../../base/paths.ts'
import { dataOf } from '../../base/http/transport.ts'
import { call } from '../../base/session/client.ts'
import { pageStore } from '../../base/storage/page-store.ts'

const waysKey = 'ways-in'

/** What this browser was told last, so that the page has its buttons from the start. Null: it was told nothing yet. */
function remembered(): readonly IdentityProvider[] | null {
  try {
    const names = localStorage.getItem(waysKey)?.split(' ')
    return names ? identityProviders.filter((provider) => names.includes(provider)) : null
  } catch {
    return null
  }
}

export const ways = pageStore(remembered)
const asked = pageStore<Promise<void> | null>(() => null)

/** As public/before-paint.js has asked on a first visit; null: it did not, or had no answer. */
async function askedEarly(): Promise<readonly IdentityProvider[] | null> {
  const asked = window as { askedWays?: Promise<Response | null> | undefined }
  const response = await asked.askedWays
  asked.askedWays = undefined
  if (!response?.ok) return null
  const data = await dataOf(response).catch(() => null)
  const providers = typeof data === 'object' && data !== null && 'providers' in data ? data.providers : null
  return Array.isArray(providers) ? identityProviders.filter((provider) => providers.includes(provider)) : null
}

async function askForWays(): Promise<void> {
  try {
    const providers = (await askedEarly()) ?? (await call(waysToSignIn, {})).providers
    if (providers.join(' ') !== ways.getState()?.join(' ')) ways.setState(providers, true)
    localStorage.setItem(waysKey, providers.join(' '))
  } catch {
    // Not known, or not remembered: the forms do without.
    if (ways.getState() === null) ways.setState([], true)
  }
}

/** Asks once on each page. Resolves when it is known, which it is at once in a browser that was here before. */
export function readWays(): Promise<void> {
  const asking = asked.getState() ?? askForWays()
  asked.setState(asking, true)
  return ways.getState() === null ? asking : Promise.resolve()
}

/** What a person had typed before they went to a provider: lost with the page, and given back when they come back undone. */
const leftKey = 'left-for-provider'

export interface Left {
  /** The page with the form, with its query. */
  from: string
  email: string
}

/** @returns what was kept when this tab went to a provider last */
function readLeft(): Left | null {
  try {
    const left: unknown = JSON.parse(sessionStorage.getItem(leftKey) ?? 'null')
    if (typeof left !== 'object' || left === null || !('from' in left) || !('email' in left)) return null
    return { from: String(left.from), email: String(left.email) }
  } catch {
    return null
  }
}

/** The form that this tab has left for a provider; where that is not known, the one that goes on to `returnTo`. */
export function formLeft(returnTo: string = paths.home): string {
  const from = readLeft()?.from
  return from?.startsWith(paths.auth) ? from : signInPath(returnTo)
}

/** @returns what was kept when this tab went to a provider, once */
export function takeLeft(): Left | null {
  const left = readLeft()
  try {
    sessionStorage.removeItem(leftKey)
  } catch {
    // Blocked storage holds nothing.
  }
  return left
}

function keepLeft(left: Left): void {
  try {
    sessionStorage.setItem(leftKey, JSON.stringify(left))
  } catch {
    // The form will be empty.
  }
}

/** Goes to the page of a provider. @param returnTo where the person goes on when they are signed in; `tripTo` makes it */
export async function goToProvider(provider: IdentityProvider, returnTo: string, left: Left): Promise<void> {
  const { url } = await call(beginSignIn, { provider, returnTo })
  keepLeft(left)
  window.location.assign(url)
}
