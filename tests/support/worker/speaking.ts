// Recordings of texts that are read in parts.
import { env } from 'cloudflare:workers'
import { speechPartsOf } from '#data/files/job-files.ts'
import { sandboxSizes } from '../sandbox-speed.ts'

/** How long reading a text takes at the usual speed. */
export const secondsOf = (text: string): number => text.length / sandboxSizes.charactersASecond

/** A sentence of one word, somewhat shorter than a part. */
export const sentence = (word: string) => `${`${word} `.repeat(Math.floor(890 / (word.length + 1))).trim()}. `

/** Read in four parts. */
export const longText = ['море', 'берег', 'маяк', 'ветер'].map(sentence).join('').trim()

/** Read in two parts. */
export const shorterText = ['море', 'берег'].map(sentence).join('').trim()

/** How many objects a user's parts are: two for each. */
export const partObjectsOf = async (userId: string) =>
  (await env.MEDIA.list({ prefix: speechPartsOf(userId) })).objects.length
