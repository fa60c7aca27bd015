// The one line that Midjourney takes: the description, then its parameters as flags. Whoever types flags or
// permutations into the description would get more work than the price that was shown, so neither survives.
import type { MediaRequest } from './media.ts'

// A parameter begins with two hyphens, or with one of the dashes that keyboards make of them.
const flagDashes = /\s*(?:(?:[\p{Pd}−]\p{Cf}*){2,}|[‒–—―⸺⸻−])\s*/gu
// `{red, blue} bird` asks for two jobs.
const braces: Readonly<Record<string, string>> = { '{': '(', '}': ')' }

const plain = (text: string) =>
  text
    .replace(/[{}]/g, (brace) => braces[brace] ?? '')
    .replace(flagDashes, ' - ')
    .replace(/\s+/g, ' ')
    .trim()

const flagOptions = ['aspectRatio', 'quality']

/** @throws Error for an option that is no flag: the catalogue promises too much. */
export function midjourneyPrompt({ options }: MediaRequest): string {
  const { prompt, ...others } = options
  const flags = Object.entries(others).map(([name, flag]) => {
    if (!flagOptions.includes(name)) throw new Error(`Midjourney does not take ${name}`)
    return flag
  })
  return [plain(String(prompt)), ...flags].join(' ')
}
