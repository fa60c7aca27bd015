// The number on the icon of the installed site: works that have ended while no page of it was in sight. A user who comes back is
// told of them by the page, which takes the number away. The service worker counts in the same cache (public/ready-worker.js).
import { onReturn } from '../base/on-return.ts'
import { badgeName } from '../base/storage/unsent.ts'
import { onJobEnd } from '../media/job/job-store.ts'
import { claimAnnouncement } from '../media/job/told-ends.ts'

const place = '/badge'

/** Does what it can: a browser may have no icon of the site, and an insecure address has no caches. */
const quietly = (work: () => Promise<void>): void => void work().catch(() => undefined)

async function add(work: string): Promise<void> {
  const cache = await caches.open(badgeName)
  const kept: unknown = (await (await cache.match(place))?.json()) ?? []
  const works = new Set(Array.isArray(kept) ? kept : []).add(work)
  await cache.put(place, new Response(JSON.stringify([...works])))
  await navigator.setAppBadge(works.size)
}

async function clear(): Promise<void> {
  await Promise.all([caches.delete(badgeName), navigator.clearAppBadge()])
}

function see(): void {
  if (!document.hidden) quietly(clear)
}

/** Keeps the number right while a user is signed in. @returns what ends that */
export function keepBadge(): () => void {
  if (!('setAppBadge' in navigator) || !('caches' in window)) return () => undefined
  see()
  const stopReturns = onReturn(see)
  const stopEnds = onJobEnd(({ id, state }) => {
    if (state === 'cancelled') return
    quietly(async () => {
      // A page in sight is the first to claim it, and counts nothing.
      if ((await claimAnnouncement(`badge:${id}`)) && document.hidden) await add(id)
    })
  })
  return () => {
    stopReturns()
    stopEnds()
  }
}
