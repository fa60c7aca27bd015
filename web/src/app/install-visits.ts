// When the site offers to be put on the home screen: from the second visit on, and long after a refusal.

/** Everything that is kept of it, in this browser. */
const storageKey = 'install-hint'
/** A visit that begins so long after the page was last in use is another one. */
const visitGapMs = 30 * 60_000
const visitsMin = 2
/** After «Не сейчас». */
const restMs = 60 * 24 * 60 * 60_000

interface Kept {
  visits: number
  /** Unix time, milliseconds: when the last visit was seen. */
  seenAt: number
  /** Unix time, milliseconds; 0: never refused. */
  refusedAt: number
  installed?: boolean
}

function read(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Kept>
    const { visits = 0, seenAt = 0, refusedAt = 0, installed = false } = kept
    return { visits, seenAt, refusedAt, installed }
  } catch {
    // Storage is blocked: visits cannot be counted.
    return null
  }
}

function write(change: Partial<Kept>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...read(), ...change }))
  } catch {
    // Storage is blocked or full: this visit is not counted.
  }
}

/** Counts this visit. @returns whether the site may be offered in it */
export function countVisit(now = Date.now()): boolean {
  const kept = read()
  if (!kept) return false
  const visits = now - kept.seenAt > visitGapMs ? kept.visits + 1 : kept.visits
  write({ visits, seenAt: now })
  return visits >= visitsMin && !kept.installed && now - kept.refusedAt > restMs
}

export const noteRefused = (now = Date.now()): void => write({ refusedAt: now })

export const noteInstalled = (): void => write({ installed: true })
