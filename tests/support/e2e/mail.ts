import { inject, vi } from 'vitest'
import { z } from 'zod'

const letter = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), at: z.string() })
export type Letter = z.infer<typeof letter>

/** All letters to an address that reached the sandbox, newest first. */
export async function readLetters(to: string): Promise<Letter[]> {
  const response = await fetch(`${inject('sandboxOrigin')}/mail.json?${new URLSearchParams({ to })}`)
  return z.array(letter).parse(await response.json())
}

/** Waits until an address has received so many letters, and gives the newest. */
export const waitForLetter = (to: string, count = 1): Promise<Letter> =>
  vi.waitUntil(
    async () => {
      const letters = await readLetters(to)
      return letters.length >= count && letters[0]
    },
    { timeout: 60_000, interval: 50 }
  )

/** The link of the site that a letter carries. */
export function linkOf({ text }: Letter): URL {
  const link = text.match(/https?:\/\/\S+/g)?.find((url) => url.startsWith(inject('siteOrigin')))
  if (link === undefined) throw new Error(`No link of the site in: ${text}`)
  return new URL(link)
}
