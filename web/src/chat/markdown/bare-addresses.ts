// Where an address ends that stands in a text without any marks. The parser lets it go on to the next space, as on GitHub: over
// the quotation marks of Russian and the full stops of Chinese, too.
import { cover, hasReserved, type Masked, masksMax } from './formula-source.ts'

/** No address has these, and none goes on behind them. */
const ends = /[\s<>`|"\uE000-\uF8FF«»‹›“”„‟。，、；：！？（）【】《》〈〉「」『』〔〕〖〗｛｝［］｡､｢｣]/
/** What the parser ends an address at, too. */
const endsAnyway = /[\s<>`|"\uE000-\uF8FF]/
/** These belong to the sentence when they are the last. */
const trailing = /[?!.,:;*_~'…‥’‘—–]/
const trailsAnyway = /[?!.,:;*_~'")\]]/

const begins = /(?<![A-Za-z0-9<])(?<!\]\(<?)(?:https?:\/\/|www\.)(?=[\p{L}\p{N}])/giu

/** Words in quotation marks, as in the addresses of an encyclopedia. Bounded: the search goes on right behind them. */
const quoted =
  /(?:«[^\s<>`|"\uE000-\uF8FF«»]{1,100}»|‹[^\s<>`|"\uE000-\uF8FF‹›]{1,100}›|[“„][^\s<>`|"\uE000-\uF8FF“”„]{1,100}[“”])/y

function endOfQuoted(text: string, from: number): number {
  quoted.lastIndex = from
  return quoted.test(text) ? quoted.lastIndex : from
}

const closed = { ')': '(', ']': '[' } as const

/** The end of the address that begins at a place: also before a bracket or a quotation mark that nothing opens in its path. */
function endOf(text: string, from: number): number {
  const open = { '(': 0, '[': 0 }
  let end = from
  let slashes = text.charAt(from).toLowerCase() === 'w' ? 2 : 0
  for (; end < text.length; end += 1) {
    const behind = slashes > 2 ? endOfQuoted(text, end) : end
    if (behind > end) {
      end = behind - 1
      continue
    }
    const character = text.charAt(end)
    if (ends.test(character)) break
    if (character === '/') slashes += 1
    if (character === '(' || character === '[') open[character] += 1
    else if (character === ')' || character === ']') {
      if (open[closed[character]] === 0) break
      open[closed[character]] -= 1
    }
  }
  return end
}

/** An address for which the parser would find another end, and where the search goes on. */
function addressAt(text: string, from: number): { to: number; end: number; isOther: boolean } {
  const end = endOf(text, from)
  let to = end
  while (trailing.test(text.charAt(to - 1))) to -= 1
  const stop = text.charAt(end)
  const isOther =
    (stop !== '' && ends.test(stop) && !endsAnyway.test(stop)) ||
    Array.from(text.slice(to, end)).some((character) => !trailsAnyway.test(character))
  return { to, end, isOther }
}

/** The places of addresses that the parser would end elsewhere. */
function placesIn(text: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  begins.lastIndex = 0
  for (let match = begins.exec(text); match; match = begins.exec(text)) {
    const { to, end, isOther } = addressAt(text, match.index)
    if (isOther && to > begins.lastIndex) found.push({ from: match.index, to })
    begins.lastIndex = Math.max(begins.lastIndex, end)
  }
  return found
}

/** Puts masks over these addresses as well. */
export function maskAddresses(masked: Masked): Masked {
  const { text, formulas } = masked
  if (formulas.length === 0 && hasReserved(text)) return masked
  const places = placesIn(text).slice(0, masksMax - formulas.length)
  if (places.length === 0) return masked
  const addresses = places.map(({ from, to }) => ({
    source: text.slice(from, to),
    closed: true,
    isAddress: true as const
  }))
  return { text: cover(text, places, formulas.length), formulas: [...formulas, ...addresses] }
}
