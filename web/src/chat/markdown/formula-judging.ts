// Judges whether what stands between the delimiters of a formula is one. Dollars also stand at prices, and brackets with a
// backslash around words: `[…]` and `(…)` that the model has escaped.

/** Text inside a formula, which no judge reads. */
const texts = /\\(?:text|mathrm|operatorname|mbox)[a-z]*\*?[ \t]*\{[^{}]*\}/g
const commands = /\\(?:[A-Za-z]+|[^])/g
/** What only TeX has; an underscore between Russian letters is the name of a file. */
export const isTex = (text: string): boolean => /\\[A-Za-z]{2}|\^|[\w)}]_[\w{\\]/.test(text)

const functions = new Set(
  (
    'sin cos tan tg ctg cot sec csc arcsin arccos arctan arctg arcctg sh ch th cth sinh cosh tanh ln lg log exp lim max min ' +
    'sup inf mod gcd lcm det dim ker rank deg arg div rot grad sgn sign const var cov'
  ).split(' ')
)
/** The words of two letters that stand at prices; others of two letters are as a rule `dx` or `ab`. */
const shortWords = new Set(
  'or in to of is at by up no so on as we it if be an my us per de la le et en un el al zu im am um es da'.split(' ')
)

/** Whether letters are a word of a sentence. Greek letters and capitals are names of quantities. */
export function isWord(letters: string): boolean {
  if (!/^\p{L}+(?:[-’']\p{L}+)*$/u.test(letters)) return false
  if (/[^\p{Script=Latin}\p{Script=Greek}’'-]/u.test(letters)) return true
  if (!/^\p{L}\p{Ll}+(?:[-’']\p{Ll}+)*$/u.test(letters) || /\p{Script=Greek}/u.test(letters)) return false
  const lower = letters.toLowerCase()
  return letters.length === 2 ? shortWords.has(lower) : !functions.has(lower)
}

/** What is left of a formula outside braces, with an equals sign in the place of each command. */
function outlineOf(text: string): string {
  const bare = text.replaceAll(texts, ' = ').replaceAll(commands, ' = ')
  if (!/[{}]/.test(bare)) return bare
  let depth = 0
  let outline = ''
  for (const character of bare) {
    if (character === '{') depth += 1
    else if (character === '}') depth = Math.max(0, depth - 1)
    else if (depth === 0) outline += character
  }
  return outline
}

const isNumber = (token: string): boolean => /^[\d.,]+%?$/.test(token)
const endsOperand = (token = ''): boolean => /[\p{L}\p{N}$)\].,;:!?%"'»”]$/u.test(token)
const beginsOperand = (token = ''): boolean => /^[\p{L}\p{N}$(["'«“„]/u.test(token)
const edges = /^[(["'«“„*]+|(?<![)\]"'»”.,;:!?*…])[)\]"'»”.,;:!?*…]+$/g

/** The words that stand beside another word or a number without an operator between. A unit may follow its number: `5 кг`. */
export function wordsOfSentence(text: string): string[] {
  const tokens = outlineOf(text).split(/\s+/).filter(Boolean)
  return tokens
    .map((token) => token.replaceAll(edges, ''))
    .filter((word, index) => {
      if (!isWord(word)) return false
      const follows = endsOperand(tokens[index - 1])
      const isFollowed = beginsOperand(tokens[index + 1])
      const isUnit = isNumber(tokens[index - 1] ?? '') && !isFollowed
      return (follows || isFollowed) && !isUnit
    })
}

const otherThanLatin = /[^\p{Script=Latin}’'-]/u

/** In TeX one English word is no sentence yet: `x_1 and x_2`. */
export function isSentence(text: string): boolean {
  const words = wordsOfSentence(text)
  return words.length > (isTex(text) ? 1 : 0) || words.some((word) => otherThanLatin.test(word))
}

/** What stands in texts with prices and in no formula. */
const signsOfPrices = [
  /[€£₽¥₴₸—«»“”„，。、；：（）]|\*\*|\]\(/u,
  // The end of a sentence, and «от 5 до 10» in the one letter of another language.
  /(?<!\.)[.?]\s|\d\s+[\p{Ll}--x]\s+\d/v,
  /\d[–~]\d|\d[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+\d/u,
  // No formula begins or ends so.
  /^[)*/=,;:?]|[*/=<>,;:(&]$/,
  /^\d.*(?<=[\s(])(?:US|CA|AU|HK|NZ|NT|SG|MX)$/
]
/** The border between cells of a table; `P(A | B)` has none. */
const hasBorder = (text: string): boolean => /\s\|\s/.test(text.replaceAll(/\([^()]*\)/g, ''))

const count = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0
const isBalanced = (text: string): boolean => count(text, /[([]/g) === count(text, /[)\]]/g)
export const hasContent = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** A letter of a language that puts spaces between its words, or a number. */
const joinsDollar = /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}]/u
/** `the $i$th element`. */
const ordinal = /^(?:th|st|nd|rd|s)(?![0-9A-Za-z{$])/

function mayFollow(source: string, inner: string, at: number, grows: boolean): boolean {
  if (!/[0-9A-Za-z{]/.test(source.charAt(at))) return true
  const next = source.slice(at, at + 3)
  const [ending = ''] = ordinal.exec(next) ?? []
  // The next letter could make it another word.
  return /^[A-Za-z]$/.test(inner) && ending !== '' && !(grows && ending.length === next.length)
}

/**
 * Whether the dollars at these places hold a formula: both touch it, on one line; before it stands no number, nor a letter of a
 * language with spaces; behind it no number nor Latin letter (as in pandoc: a price begins there), but the ending of `$i$th`; and
 * what they hold is no part of a sentence about prices.
 * @param grows what stands behind the last character has not come yet
 */
export function isInDollars(source: string, from: number, to: number, grows: boolean): boolean {
  const inner = source.slice(from + 1, to)
  const isSure = isTex(inner)
  return (
    inner !== '' &&
    !/^\s|\s$|[\n`]/.test(inner) &&
    !joinsDollar.test(source.charAt(from - 1)) &&
    mayFollow(source, inner, to + 1, grows) &&
    hasContent(inner) &&
    (isSure ||
      ((!grows || to + 1 < source.length) &&
        isBalanced(inner) &&
        !hasBorder(inner) &&
        !signsOfPrices.some((sign) => sign.test(inner)))) &&
    !isSentence(inner)
  )
}
