// In which encoding a text is. Which one with a byte for each character it is, or whether it is any, is judged by the bytes above 127
// alone: tables, programs and subtitles have few others than Latin letters and digits. Trained detectors (`chardet`) judge all bytes, and do
// not know the encoding of DOS.

/** The most bytes above 127 that are looked at. */
const judgedMax = 10_000

const usualEncoding = 'windows-1251'
/** Of those that fit equally well the first is taken. */
const otherEncodings = ['koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'] as const
const latinEncoding = 'windows-1252'
const hebrewEncoding = 'windows-1255'

/** How much each letter speaks for a text of its language: the logarithm of its share, which is given in per cent. */
const weightsOf = (shares: string): ReadonlyMap<string, number> =>
  new Map(shares.split(' ').map((share) => [share.charAt(0), Math.log2(Number(share.slice(1))) / 3]))

const russianWeights = weightsOf(
  'о11 е8.5 а8 и7.4 н6.7 т6.3 с5.5 р4.7 в4.5 л4.4 к3.5 м3.2 д3 п2.8 у2.6 я2 ы1.9 ь1.7 г1.7 з1.6 б1.6 ч1.5 й1.2 х1 ж0.9 ш0.7 ю0.6 ц0.5 щ0.4 э0.3 ф0.3 ъ0.1 ё0.4'
)
const hebrewWeights = weightsOf(
  'י11 ה10.9 ו10.4 ל7.4 א6.3 ר5.6 ת5.1 ב4.7 ש4.4 מ4.6 ע3.2 ם3 נ2.9 ד2.6 ח2.5 כ2.4 ק2.2 פ1.7 ס1.5 ן1.4 ז1.3 ט1.2 ג1.2 צ1.2 ך0.8 ף0.2 ץ0.2'
)
/** Only at the end of a word. */
const hebrewFinals = 'ךםןףץ'
/** Of German, French, Spanish, Italian and Portuguese. Other languages use the same bytes for letters of other encodings. */
const latinLetters = 'äöüßéèêëàâçîïôûùñáíóúãõÄÖÜÉÈÀÇÑÁÍÓÚ'
/** Says nothing about the encoding. */
const neutral = new Set('\u00a0«»„“”‘’–—…№°§•·×±²³©®™€')

const isLower = (char: string): boolean => char >= 'а' && char <= 'џ'
const isUpper = (char: string): boolean => char >= 'Ѐ' && char <= 'Я'
const isCyrillic = (char: string): boolean => char >= 'Ѐ' && char <= 'ӿ'
const isAscii = (char: string): boolean => /^[A-Za-z]$/.test(char)
const isFrame = (char: string): boolean => char >= '─' && char <= '▟'

/** A character above 127 between its neighbours. */
interface Place {
  beforeLast: string
  last: string
  char: string
  next: string
}

/** Of Ukrainian and Belarusian; letters of other languages speak against a text. */
const neighbours = 'ЄєІіЇїҐґЎў'
const neighbourWeight = -0.3
const strangerWeight = -1
/** Most letters are small. */
const upperCost = 0.1
/** Of a text, as much as some letters say: most that are not UTF-8 are in the encoding of Windows, and hardly any is one of the Macintosh. */
const gains: ReadonlyMap<string, number> = new Map([
  [usualEncoding, 1.2],
  ['x-mac-cyrillic', -0.3]
])

/** How well a character fits to a Russian text; null: it says nothing. */
function russianFit({ beforeLast, last, char, next }: Place): number | null {
  const touchesAscii = isAscii(last) || isAscii(next)
  if (neutral.has(char)) return null
  if (isFrame(char)) return touchesAscii || isCyrillic(last) || isCyrillic(next) ? -1 : null
  if (!isCyrillic(char) || touchesAscii) return -1
  // Small letters before a large one, or behind several.
  const isWrongCase = isLower(char) ? isUpper(last) && isUpper(beforeLast) : isLower(last)
  const isRun = char === last && char === beforeLast
  if (isWrongCase || isRun) return -1.5
  return (
    (russianWeights.get(char.toLowerCase()) ?? (neighbours.includes(char) ? neighbourWeight : strangerWeight)) -
    (isLower(char) ? 0 : upperCost)
  )
}

function latinFit({ last, char, next }: Place): number | null {
  if (neutral.has(char)) return null
  if (!latinLetters.includes(char)) return -1
  return isAscii(last) || isAscii(next) ? 0.8 : 0
}

const isHebrew = (char: string): boolean => char >= 'א' && char <= 'ת'

function hebrewFit({ last, char, next }: Place): number | null {
  if (neutral.has(char)) return null
  if (isAscii(last) || isAscii(next) || (isHebrew(next) && hebrewFinals.includes(char))) return -1.5
  return hebrewWeights.get(char) ?? -1
}

type Fitting = (place: Place) => number | null
const fittings: ReadonlyMap<string, Fitting> = new Map<string, Fitting>([
  [latinEncoding, latinFit],
  [hebrewEncoding, hebrewFit]
])

/** What the bytes from 128 on are. */
const upperHalf = (encoding: string): string =>
  new TextDecoder(encoding).decode(Uint8Array.from({ length: 128 }, (_, index) => 128 + index))

interface Fit {
  encoding: string
  /** Of what its characters say. */
  sum: number
  /** How many of them say something. */
  count: number
}

function fitOf(bytes: Uint8Array, places: readonly number[], encoding: string): Fit {
  const upper = upperHalf(encoding)
  const charAt = (at: number): string => {
    const byte = bytes[at] ?? 0
    return byte < 128 ? String.fromCharCode(byte) : (upper[byte - 128] ?? '')
  }
  const fit = fittings.get(encoding) ?? russianFit
  let sum = 0
  let count = 0
  for (const at of places) {
    const place = { beforeLast: charAt(at - 2), last: charAt(at - 1), char: charAt(at), next: charAt(at + 1) }
    const value = fit(place)
    if (value === null) continue
    sum += value
    count += 1
  }
  return { encoding, sum, count }
}

const total = (fit: Fit): number => fit.sum + (gains.get(fit.encoding) ?? 0)

/** Of a character in the mean. Less is what no text has, and of many characters no Russian one. */
const fitMin = (count: number): number => (count < 40 ? 0.3 : 0.42)

function singleByteEncoding(bytes: Uint8Array): string | null {
  const places: number[] = []
  for (let at = 0; at < bytes.length && places.length < judgedMax; at++) if ((bytes[at] ?? 0) > 127) places.push(at)
  const [usual, ...others] = [usualEncoding, ...otherEncodings, latinEncoding, hebrewEncoding].map((one) =>
    fitOf(bytes, places, one)
  )
  if (!usual) return null
  // Quotation marks and dashes alone, which those of Windows have in common.
  if (usual.count === 0) return usualEncoding
  const best = others.reduce((first, other) => (total(other) > total(first) ? other : first), usual)
  return best.sum >= fitMin(best.count) * best.count && best.count > 0 ? best.encoding : null
}

/** Without a mark: every other byte is zero, or says that the letter is Cyrillic. */
function wideEncoding(bytes: Uint8Array): string | null {
  if (bytes.length < 4 || bytes.length % 2 > 0) return null
  const judged = Math.min(bytes.length, 2 * judgedMax)
  let first = 0
  let second = 0
  for (let at = 0; at < judged; at += 2) {
    if (bytes[at] === 0 || bytes[at] === 4) first += 1
    if (bytes[at + 1] === 0 || bytes[at + 1] === 4) second += 1
  }
  const isNearlyAll = (count: number) => count * 20 >= judged * 9
  if (isNearlyAll(second) && first * 4 < judged) return 'utf-16le'
  return isNearlyAll(first) && second * 4 < judged ? 'utf-16be' : null
}

/** Bytes of a character that begins so; 0: none does. */
function utf8Length(lead: number): number {
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  if (lead < 0xe0) return 2
  return lead < 0xf0 ? 3 : 4
}

/** Characters of UTF-8 that are several bytes, and how many places are none of it. */
function utf8Signs(bytes: Uint8Array): { characters: number; flaws: number } {
  let characters = 0
  let flaws = 0
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0
    const length = utf8Length(lead)
    let end = at + 1
    while (end < at + length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end += 1
    if (length === 0 || end < at + length) flaws += 1
    else if (length > 1) characters += 1
    at = end
  }
  return { characters, flaws }
}

/** One damaged place for so many characters does not make it another encoding. */
const charactersPerFlaw = 4

/** The encoding that a text begins with the mark of, other than UTF-8; null: there is none. */
export function markedEncoding([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** As `TextDecoder` calls it; null when it is no text in any of them. */
export function encodingOf(bytes: Uint8Array): string | null {
  const wide = markedEncoding(bytes) ?? (bytes.includes(0) ? wideEncoding(bytes) : null)
  if (wide !== null) return wide
  const { characters, flaws } = utf8Signs(bytes)
  if (flaws === 0 || characters >= flaws * charactersPerFlaw) return 'utf-8'
  return singleByteEncoding(bytes)
}
