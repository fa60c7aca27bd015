// Builds Midjourney's prompt line: the description, then its parameters as flags. Flags or permutations typed into the
// description would order more work than the price shown, so both are neutralised.
import type { MediaRequest } from './media.ts'
import { notTaken } from './refusal.ts'

// A flag begins with two hyphens, or with a dash that keyboards put in their place.
const flagDashes = /(?:[\p{Pd}−]\p{Cf}*){2,}|[‒–—―⸺⸻−]/gu
// `{red, blue} bird` would start two jobs.
const braces: Readonly<Record<string, string>> = { '{': '(', '}': ')' }

const plain = (text: string) =>
  text
    .replace(/[{}]/g, (brace) => braces[brace] ?? '')
    .replace(flagDashes, ' - ')
    .replace(/\s+/g, ' ')
    .trim()

const flagOptions = ['aspectRatio', 'quality']

/** @throws ProviderFailure for an unknown option, which means that the catalogue offers too much */
export function midjourneyPrompt(supplier: string, { options }: MediaRequest): string {
  const { prompt, ...others } = options
  const flags = Object.entries(others).map(([name, flag]) => {
    if (!flagOptions.includes(name)) throw notTaken(supplier, name)
    return flag
  })
  return [plain(String(prompt)), ...flags].join(' ')
}
