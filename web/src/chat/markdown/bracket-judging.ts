// Judges whether what stands between delimiters of two characters, or between the ends of an environment, is a formula. Models also
// escape the brackets around words, numbers and addresses, double the dollars of a class of prices, and name an environment in prose.
import { hasContent, isSentence, isTex, isWord, wordsOfSentence } from './formula-judging.ts'

const operators = /[=<>≤≥≠≈+\-−*/^_\\|±×÷·∈→&]/

/** Capitals that name no points and no sides. */
const abbreviations = new Set(
  (
    'ID IP OK UI UX URL URI USD EUR RUB GBP CNY JPY KZT BYN UAH CHF API PDF SQL CSS XML CSV FAQ TBD TBA PIN VIN SKU CEO CTO CRM ' +
    'KPI SEO UTC GMT USA USB CPU GPU RAM SSD GPT LLM VAT SMS VPN DNS SSL TLS SSH FTP HTTP HTML HTTPS'
  ).split(' ')
)

/** Four letters and more are points when they stand in the order of the alphabet, as ABCD and OABC, or cannot be read, as CABD. */
function isAbbreviation(letters: string): boolean {
  if (!/^[A-Z]{2,}$/.test(letters)) return false
  if (abbreviations.has(letters) || letters.length < 4) return abbreviations.has(letters)
  return /[EIOUY]/.test(letters) && Array.from(letters.slice(1)).toSorted().join('') !== letters.slice(1)
}

/** Whether a text is words that are joined in one way or another: `Имя/Фамилия`, `user_name`, `e-mail`, `NOTE`. */
function isOfWords(text: string): boolean {
  const hasLetters = /\p{L}/u.test(text)
  if (hasLetters && !/[\p{Script=Latin}\p{Script=Greek}\p{N}=<>+*^\\|{}]/u.test(text)) return true
  if (!/^\p{L}[\p{L} ,./_’'-]*$/u.test(text)) return false
  if (/^\p{L}-\p{L}{3,}$/u.test(text)) return isWord(text.slice(2))
  const words = text.split(/[ ,./_-]+/)
  return words.every((word) => /\p{L}{2}/u.test(word)) && words.some((word) => isWord(word) || isAbbreviation(word))
}

const remarks = [
  // Addresses, not those of \href, and marks of notes.
  /^[a-z]{2,10}:\/\/|^www\.|^[^\s\\{}@]{1,64}@[^\s\\{}@]{1,255}\.\p{L}{2,}$|^!\p{L}{2}/iu,
  /^[^\\₽€£¥₴₸]*[₽€£¥₴₸][^\\]*$/u,
  // Times, dates and years.
  /^[^\\=]*\d:\d\d(?!\d)[^\\=]*$|^\d{4}-\d\d?-\d\d?$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/,
  /^(?:1[5-9]|20)\d\d\s*[-–—]\s*(?:1[5-9]|20)\d\d(?: гг?\.)?$/,
  /^\d[\d\s.,]*[–—]\s*\d[\d\s.,]*%?$/,
  // Numbers with a unit of everyday life.
  /^\d[\d\s.,]*(?:мин|сек|час|дн|дней|день|нед|мес|лет|год|руб|коп|шт|стр|чел|раз)\p{L}{0,5}\.?$/iu
]

/** In characters. What is longer is no remark, and reading it would take its time. */
const remarkMax = 200

const isRemark = (text: string): boolean =>
  remarks.some((remark) => remark.test(text)) ||
  (!/[\\=^]/.test(text) && text.split(/[^\p{L}]+/u).some((word) => isAbbreviation(word)))

/** In characters; a longer line has more than a formula. */
const marginMax = 60

/** Whether nothing else stands on the lines or in the cell where these places are, but the marks of lists and quotes. */
function standsAlone(source: string, from: number, to: number, grows: boolean): boolean {
  const before = source.slice(Math.max(0, from - marginMax), from)
  const [after = '', ...more] = source.slice(to, to + marginMax).split('\n', 2)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (/\|[ \t]*$/.test(line)) return /^[ \t]*\|/.test(after)
  // While the line grows, words may still follow.
  const isWhole = !grows || more.length > 0
  return isWhole && /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.test(line) && /^[ \t.,;]*$/.test(after)
}

type Opening = '\\(' | '\\[' | '$$'

/** Whether a formula may stand here whose end has not come yet. @param beginsLine nothing stands before it on its line */
export function mayBecomeFormula(opening: Opening, inner: string, beginsLine = true): boolean {
  const text = inner.trim()
  if (opening === '$$') {
    // A class of prices; the last, or one in a sentence.
    if (text === '') return beginsLine
    if (isTex(inner)) return true
    if (!beginsLine && /^[,;:.!?)»…]/.test(inner)) return false
  } else if (text.length <= remarkMax) {
    const isOneWord = opening === '\\(' && isLatinWord(text)
    if (isRemark(text) || (isOfWords(text) && !isOneWord)) return false
  }
  if (isTex(inner)) return true
  // Two rows of a table, each with the sign of a class of prices.
  return !/\|[ \t]*\n[ \t]*\|/.test(inner) && wordsOfSentence(inner).length === 0
}

const isLatinWord = (text: string): boolean => /^\p{Script=Latin}+$/u.test(text) && !isAbbreviation(text)

/** What is mathematics also within a line: a quantity, a function of something, two or three points. */
const quantity =
  /^[\p{Script=Latin}\p{Script=Greek}]'{0,2}$|^(?:[\p{Script=Latin}\p{Script=Greek}]'{0,2}|sin|cos|tg|ctg|tan|ln|lg|log|exp)\([^()]{1,40}\)$|^[A-Z]{2,}$/u
const isOfNumbers = (text: string): boolean => /^\d[\d\s.,;:–-]*$/.test(text)
const isInSpaces = (inner: string): boolean => /^\s/.test(inner) && /\s$/.test(inner)

interface Place {
  source: string
  /** Of the first delimiter. */
  at: number
  /** What stands behind the last character has not come yet. */
  grows: boolean
}

/** Whether square brackets need nothing beside them to be taken for those of a formula. A number in them is that of a source. */
function isSureInBrackets(inner: string, { source, at }: Place): boolean {
  const text = inner.trim()
  if (isInSpaces(inner)) return true
  // A box of a list that has been ticked.
  if (
    /^[xX]$/.test(text) &&
    /(?:^|\n)[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+$/.test(source.slice(Math.max(0, at - marginMax), at))
  )
    return false
  // A number with its unit.
  if (/^\d[^=\\]*[\p{L}--\p{Script=Latin}--\p{Script=Greek}]\.?$/v.test(text)) return false
  return (operators.test(text) && !isOfNumbers(text)) || quantity.test(text)
}

/** Whether the delimiters of two characters around `inner` hold a formula. */
export function isBetween(opening: Opening, inner: string, place: Place): boolean {
  const { source, at, grows } = place
  if (!hasContent(inner) || !mayBecomeFormula(opening, inner, beginsLine(source, at))) return false
  // `$$5 и $$6`: the dollars of a formula touch it on both sides, or on none.
  if (opening === '$$') return isTex(inner) || /^\s/.test(inner) === /\s$/.test(inner)
  return opening === '\\(' || isSureInBrackets(inner, place) || standsAlone(source, at, at + inner.length + 4, grows)
}

/** Whether nothing but marks of lists and quotes stands before a place on its line. */
export const beginsLine = (source: string, at: number): boolean =>
  /(?:^|\n)[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.test(source.slice(Math.max(0, at - marginMax), at))

/** Whether what stands between the ends of an environment is mathematics, and no words between two names of environments. */
export function isInEnvironment(inner: string): boolean {
  if (!hasContent(inner)) return false
  return inner.includes('\n') || /\\|&|\^/.test(inner) || (operators.test(inner) && !isSentence(inner))
}
