// The cookie by which a browser shows that it has signed in to an account before. It is sent with sign-ins alone, and
// is no way in (worker/crypto/device-mark.ts). One browser keeps the mark of the last account.
import { getCookie, setCookie } from 'hono/cookie'
import { login } from '#contract/sign-in.ts'
import { type MarkedAccount, markLifetimeSeconds, newDeviceMark, readDeviceMark } from '../crypto/device-mark.ts'
import type { AppContext } from '../http/context.ts'

/** The cookie policy names it. Browsers accept the prefix with https only, and on this machine. */
const cookieName = '__Secure-known-device'

export const markDevice = (c: AppContext, account: MarkedAccount): void =>
  setCookie(c, cookieName, newDeviceMark(c.var.environment, account, Date.now()), {
    path: `/api${login.path}`,
    maxAge: markLifetimeSeconds,
    httpOnly: true,
    secure: true,
    sameSite: 'Strict'
  })

/** The user who has signed in with this address on the caller's device; null when none is known. */
export function knownUserId(c: AppContext, canonicalEmail: string): string | null {
  const mark = getCookie(c, cookieName)
  return mark === undefined ? null : readDeviceMark(c.var.environment, mark, canonicalEmail, Date.now())
}
