// What another app has shared with the site. The service worker puts it into a cache (public/ready-worker.js); once a user has opened
// it, it is theirs and leaves the device with their session (base/storage/unsent.ts). After a day it is deleted.
import { z } from 'zod'
import { ownReceivedName, receivedName } from '../../base/storage/unsent.ts'

const dayMs = 24 * 3_600_000
const aboutPath = '/received/about'
const filePath = (index: number): string => `/received/${index}`

const aboutSchema = z.object({
  title: z.string(),
  text: z.string(),
  url: z.string(),
  files: z.array(z.object({ name: z.string(), type: z.string() })),
  /** How many files were too many or too large. */
  left: z.number(),
  at: z.number(),
  owner: z.string().optional()
})

export interface Received {
  /** One text out of what the other app calls title, text and address. */
  text: string
  files: File[]
  left: number
}

/** @param now in milliseconds */
const isOld = (at: number, now = Date.now()): boolean => now - at > dayMs || at > now + dayMs

/** Apps repeat the title in the text, and the address in both. */
export function joined({ title, text, url }: { title: string; text: string; url: string }): string {
  const parts: string[] = []
  for (const part of [text, url, title].map((one) => one.trim()))
    if (part !== '' && !parts.some((other) => other.includes(part))) parts.push(part)
  // The title stands first where it says more than the text.
  return [...parts.slice(2), ...parts.slice(0, 2)].join('\n')
}

async function readFrom(name: string, owner: string | null): Promise<Received | null> {
  const cache = await caches.open(name)
  const answer = await cache.match(aboutPath)
  const about = aboutSchema.safeParse(await answer?.json().catch(() => null)).data
  if (!about || isOld(about.at) || (about.owner !== undefined && about.owner !== owner)) {
    await caches.delete(name)
    return null
  }
  const files = await Promise.all(
    about.files.map(async ({ name: fileName, type }, index) => {
      const file = await cache.match(filePath(index))
      return file ? new File([await file.blob()], fileName || 'Файл', { type }) : null
    })
  )
  const found = files.filter((file) => file !== null)
  return { text: joined(about), files: found, left: about.left + files.length - found.length }
}

/** What waits becomes the user's; what they had before it is replaced. */
async function takeOver(owner: string): Promise<void> {
  if (!(await caches.has(receivedName))) return
  const from = await caches.open(receivedName)
  const about = aboutSchema.safeParse(await (await from.match(aboutPath))?.json().catch(() => null)).data
  // The worker has not finished, or this is no record of it.
  if (!about) return
  await caches.delete(ownReceivedName)
  const to = await caches.open(ownReceivedName)
  for (const request of await from.keys()) {
    const kept = await from.match(request)
    if (kept) await to.put(request, kept)
  }
  await to.put(aboutPath, new Response(JSON.stringify({ ...about, owner })))
  await caches.delete(receivedName)
}

/**
 * @param owner the signed-in user; null: a visitor, for whom it stays until they have signed in
 * @returns null: nothing was shared, or it is gone
 */
export async function readReceived(owner: string | null): Promise<Received | null> {
  try {
    if (owner === null) return await readFrom(receivedName, null)
    await takeOver(owner)
    return await readFrom(ownReceivedName, owner)
  } catch {
    // An insecure address, a private window or a full disk.
    return null
  }
}

/** After it was used. */
export async function dropReceived(): Promise<void> {
  await Promise.all([receivedName, ownReceivedName].map((name) => globalThis.caches?.delete(name)))
}

/** Deletes what was not used within a day. */
export async function dropOldReceived(): Promise<void> {
  try {
    for (const name of [receivedName, ownReceivedName]) {
      if (!(await caches.has(name))) continue
      const answer = await (await caches.open(name)).match(aboutPath)
      const about = aboutSchema.safeParse(await answer?.json().catch(() => null)).data
      if (!about || isOld(about.at)) await caches.delete(name)
    }
  } catch {
    // Without caches nothing waits.
  }
}
