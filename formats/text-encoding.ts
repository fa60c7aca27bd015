// In which encoding a text is. Which one with a byte for each character it is, or whether it is any, is judged by the bytes above 127
// alone: tables, programs and subtitles have few others than Latin letters and digits. Trained detectors (`chardet`) judge all bytes, and do
// not know the encoding of DOS.

/** The most bytes above 127 that are looked at. */
const judgedMax = 10_000

const usualEncoding = 'windows-1251'
/** Of those that fit equally well the first is taken. */
const otherEncodings = ['koi8-r', 'ibm866', 'iso-8859-5'] as const
const latinEncoding = 'windows-1252'

/** How much each letter, from the commonest to the rarest, speaks for a Russian text: the logarithm of its share in per cent. */
const russianWeights: ReadonlyMap<string, number> = new Map(
  Object.entries({
    о: 11,
    е: 8.5,
    а: 8,
    и: 7.4,
    н: 6.7,
    т: 6.3,
    с: 5.5,
    р: 4.7,
    в: 4.5,
    л: 4.4,
    к: 3.5,
    м: 3.2,
    д: 3,
    п: 2.8,
    у: 2.6,
    я: 2,
    ы: 1.9,
    ь: 1.7,
    г: 1.7,
    з: 1.6,
    б: 1.6,
    ч: 1.5,
    й: 1.2,
    х: 1,
    ж: 0.9,
    ш: 0.7,
    ю: 0.6,
    ц: 0.5,
    щ: 0.4,
    э: 0.3,
    ф: 0.3,
    ъ: 0.1,
    ё: 0.4
  }).map(([letter, share]) => [letter, Math.log2(share) / 3])
)
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

/** Of other languages with Cyrillic letters. */
const otherLetterWeight = -0.3
/** Most letters are small. */
const upperCost = 0.1
/** Of a text: most that are not UTF-8 are in the encoding of Windows. As much as some letters say. */
const usualGain = 1.2

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
  return (russianWeights.get(char.toLowerCase()) ?? otherLetterWeight) - (isLower(char) ? 0 : upperCost)
}

function latinFit({ last, char, next }: Place): number | null {
  if (neutral.has(char)) return null
  if (!latinLetters.includes(char)) return -1
  return isAscii(last) || isAscii(next) ? 0.8 : 0
}

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
  const fit = encoding === latinEncoding ? latinFit : russianFit
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

/** Of a character in the mean. Less is what no text has. */
const fitMin = 0.3

function singleByteEncoding(bytes: Uint8Array): string | null {
  const places: number[] = []
  for (let at = 0; at < bytes.length && places.length < judgedMax; at++) if ((bytes[at] ?? 0) > 127) places.push(at)
  const [usual, ...others] = [usualEncoding, ...otherEncodings, latinEncoding].map((one) => fitOf(bytes, places, one))
  if (!usual) return null
  // Quotation marks and dashes alone, which those of Windows have in common.
  if (usual.count === 0) return usualEncoding
  const total = (fit: Fit) => fit.sum + (fit === usual ? usualGain : 0)
  const best = others.reduce((first, other) => (total(other) > total(first) ? other : first), usual)
  return best.sum >= fitMin * best.count && best.count > 0 ? best.encoding : null
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

/** Characters of UTF-8 that are several bytes, and how many places are none of it. */
function utf8Signs(bytes: Uint8Array): { characters: number; flaws: number } {
  let characters = 0
  let flaws = 0
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0
    const length =
      lead < 0x80
        ? 1
        : lead >= 0xc2 && lead < 0xe0
          ? 2
          : lead >= 0xe0 && lead < 0xf0
            ? 3
            : lead >= 0xf0 && lead < 0xf5
              ? 4
              : 0
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

/** As `TextDecoder` calls it; null when it is no text in any of them. */
export function encodingOf(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const { characters, flaws } = utf8Signs(bytes)
  const wide = wideEncoding(bytes)
  if (wide !== null && bytes.includes(0)) return wide
  if (flaws === 0 || characters >= flaws * charactersPerFlaw) return 'utf-8'
  return singleByteEncoding(bytes)
}
