import { inject, vi } from 'vitest'
import { z } from 'zod'

const letter = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), at: z.string() })
export type Letter = z.infer<typeof letter>

/** All mails to an address in the sandbox's inbox, newest first. */
export async function readLetters(to: string): Promise<Letter[]> {
  const response = await fetch(`${inject('sandboxOrigin')}/mail.json?${new URLSearchParams({ to })}`)
  return z.array(letter).parse(await response.json())
}

/** Waits until an address has received this many mails. @returns the newest */
export const waitForLetter = (to: string, count = 1): Promise<Letter> =>
  vi.waitUntil(
    async () => {
      const letters = await readLetters(to)
      return letters.length >= count && letters[0]
    },
    { timeout: 60_000, interval: 150 }
  )

/** The link to the site in a mail. */
export function linkOf({ text }: Letter): URL {
  const link = text.match(/https?:\/\/\S+/g)?.find((url) => url.startsWith(inject('siteOrigin')))
  if (link === undefined) throw new Error(`No link of the site in: ${text}`)
  return new URL(link)
}
