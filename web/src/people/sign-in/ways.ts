// Which providers this installation lets people sign in with, and the way to their pages.
import { type IdentityProvider, identityProviders } from '#contract/identity-providers.ts'
import { ApiError } from '../../base/http/api-error.ts'
import { loaded } from '../../base/http/late-parts.ts'
import { prepared } from '../../base/page/late.ts'
import { paths, signInPath } from '../../base/paths.ts'
import { call } from '../../base/session/client.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { whenIdle } from '../../base/ui/when-idle.ts'

const waysKey = 'ways-in'

const named = (names: string | undefined) =>
  names === undefined ? null : identityProviders.filter((provider) => names.split(' ').includes(provider))

const built = (): string | undefined => import.meta.env.VITE_WAYS_IN
/** Kept with what the server said: a later deployment that has another list knows better. */
const ofThisBuild = () => `|${built() ?? ''}`

function remembered(): string | undefined {
  try {
    const [kept, build] = [localStorage.getItem(waysKey), ofThisBuild()]
    return kept?.endsWith(build) ? kept.slice(0, -build.length) : undefined
  } catch {
    return undefined
  }
}

/**
 * What the server told this browser last, since the deployment has its list, else that list, so that the page has its buttons from the
 * start. Null: neither is there. Where a provider was switched on or off since, the form changes once, when the server has answered.
 */
const saidBefore = (): readonly IdentityProvider[] | null => named(remembered() ?? built())

export const ways = pageStore(saidBefore)
const asked = pageStore<Promise<void> | null>(() => null)

function learn(providers: readonly IdentityProvider[]): void {
  const names = providers.join(' ')
  if (names !== ways.getState()?.join(' ')) ways.setState(providers, true)
  localStorage.setItem(waysKey, names + ofThisBuild())
}

async function askForWays(): Promise<void> {
  try {
    const { waysToSignIn } = await prepared(() => import('#contract/sign-in-ways.ts'))
    learn((await call(waysToSignIn, {})).providers)
  } catch {
    // Not known, or not remembered: the forms do without.
    if (ways.getState() === null) ways.setState([], true)
  }
}

const whenNothingElse = () => new Promise<void>((resolve) => whenIdle(resolve))

/** Asks once on each page. Resolves when it is known, which it mostly is at once: then the page is drawn before it asks. */
export function readWays(): Promise<void> {
  const isKnown = ways.getState() !== null
  const asking = asked.getState() ?? (isKnown ? whenNothingElse().then(askForWays) : askForWays())
  asked.setState(asking, true)
  return isKnown ? Promise.resolve() : asking
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

/**
 * Goes to the page of a provider. One that was switched off since the page has its buttons is no way in any more.
 * @param returnTo where the person goes on when they are signed in; `tripTo` makes it
 */
export async function goToProvider(provider: IdentityProvider, returnTo: string, left: Left): Promise<void> {
  const { beginSignIn } = await loaded(import('#contract/sign-in-ways.ts'))
  try {
    const { url } = await call(beginSignIn, { provider, returnTo })
    keepLeft(left)
    window.location.assign(url)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SERVICE_OFF')
      ways.setState(ways.getState()?.filter((one) => one !== provider) ?? null, true)
    throw error
  }
}
