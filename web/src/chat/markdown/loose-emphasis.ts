// Marks of emphasis between a letter and a quotation mark, as in `это**«Слово»**и`, `**20%**ный` and `中文**“重点”**很`. CommonMark
// takes them for text, because its rule is made for languages that put spaces between their words and few signs around them.
import { attention } from 'micromark-core-commonmark'

type Construct = Pick<typeof attention, 'name' | 'tokenize' | 'resolveAll'>
type Code = number | null

const signOf = (code: Code): string => (code === null || code < 0 ? ' ' : String.fromCharCode(code))
const isPunctuation = (sign: string): boolean => /[\p{P}\p{S}]/u.test(sign)
const isLetter = (sign: string): boolean => !/[\s\p{P}\p{S}]/u.test(sign)
/** No letter of a formula, of code or of a pattern of file names. */
const isForeign = (sign: string): boolean => sign > '\u007F'

/** Characters of languages without spaces between words: there every mark may stand anywhere. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303F\uFF00-\uFFEF]/u

const quotes = /[«»‹›“”„‟]/
/** What begins a word, and what ends one, where two stars or more stand. */
const begins = /["'‘’‚№]/
const ends = /["'‘’%‰°….:!?]/
/** Also these, beside a letter of another language than English. */
const neverBegins = /[\p{Pe}\p{Pf}.,:;!?%‰…/\\|<]/u
const neverEnds = /[\p{Ps}\p{Pi}/\\|>]/u

/** Whether marks between this letter and this sign may begin. @param strong there are two of them, or more */
const mayOpen = (letter: string, sign: string, strong: boolean): boolean =>
  withoutSpaces.test(letter + sign) ||
  quotes.test(sign) ||
  (strong && (begins.test(sign) || (isForeign(letter) && !neverBegins.test(sign))))

const mayClose = (sign: string, letter: string, strong: boolean): boolean =>
  withoutSpaces.test(sign + letter) ||
  quotes.test(sign) ||
  (sign === '…' && /\p{L}/u.test(letter)) ||
  (strong && /\D/.test(letter) && (ends.test(sign) || (isForeign(letter) && !neverEnds.test(sign))))

/** The same marks, which may also begin and end there. What CommonMark lets begin or end does so as ever. */
function loosened(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const before = signOf(this.previous)
      const finish: typeof ok = (code) => {
        const token = this.events.at(-1)?.[1]
        const after = signOf(code)
        if (token) {
          const strong = token.end.offset - token.start.offset > 1
          if (isLetter(before) && isPunctuation(after) && mayOpen(before, after, strong))
            Object.assign(token, { _open: true })
          if (isPunctuation(before) && isLetter(after) && mayClose(before, after, strong))
            Object.assign(token, { _close: true })
        }
        return ok(code)
      }
      return construct.tokenize.call(this, effects, finish, nok)
    }
  }
}

const star = 42
const tilde = 126

interface Extension {
  text?: Record<number, Construct | Construct[] | undefined>
}

function loosenMarks(this: { data: () => object }) {
  const data: { micromarkExtensions?: Extension[] } = this.data()
  const extensions = data.micromarkExtensions ?? []
  const strikethrough = extensions.flatMap(({ text }) => text?.[tilde] ?? []).map(loosened)
  data.micromarkExtensions = [...extensions, { text: { [star]: loosened(attention), [tilde]: strikethrough } }]
}

/** Stars and tildes; an underscore is part of many names. Stands behind the plugin that makes the marks of tildes. */
export const looseEmphasis = loosenMarks
