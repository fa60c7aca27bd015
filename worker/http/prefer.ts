import type { AppContext } from './context.ts'

const waitMaxSeconds = 90

/**
 * How long the client wants to wait for a result: not at all with `Prefer: respond-async`, `wait` seconds with `Prefer:
 * wait=20` (RFC 7240), otherwise the longest wait that we allow.
 */
export function preferredWaitMs(c: AppContext): number {
  const preferences = (c.req.header('prefer') ?? '')
    .toLowerCase()
    .split(/[,;]/)
    .map((preference) => preference.trim())
  if (preferences.includes('respond-async')) return 0
  const [wait = ''] = preferences.flatMap((preference) => /^wait=(\d{1,4})$/.exec(preference)?.[1] ?? [])
  return Math.min(wait === '' ? waitMaxSeconds : Number(wait), waitMaxSeconds) * 1000
}
