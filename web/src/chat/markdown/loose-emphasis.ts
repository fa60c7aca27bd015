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
const endsWord = /[.!?%\p{Pe}]/u
const neverEnds = /[\p{Ps}\p{Pi}/\\|>]/u

/**
 * Why marks between a letter and a sign may begin or end there: the sign says so; or only the letter, which is of no formula, so
 * that other marks have to agree; null: they may not.
 */
type Reason = 'sign' | 'letter' | null

/** @param strong there are two stars, or more */
function reasonToOpen(letter: string, sign: string, strong: boolean): Reason {
  if (withoutSpaces.test(letter + sign) || quotes.test(sign) || (strong && begins.test(sign))) return 'sign'
  return strong && isForeign(letter) && !neverBegins.test(sign) ? 'letter' : null
}

function reasonToClose(sign: string, letter: string, strong: boolean): Reason {
  if (withoutSpaces.test(sign + letter) || quotes.test(sign) || (strong && ends.test(sign))) return 'sign'
  if (sign === '…' && /\p{L}/u.test(letter)) return 'sign'
  return strong && isForeign(letter) && !neverEnds.test(sign) ? 'letter' : null
}

interface Opening {
  /** On which side a letter stands, where the sign on the other does not say that a word begins or ends. */
  letterOn: 'left' | 'right' | null
  /** A letter, a number, or what ends one stands before. */
  isAfterWord: boolean
}

/** The marks that are open in each text, by their kind. */
const openIn = new WeakMap<object, Map<string, Opening[]>>()

function openingsOf(context: object, kind: string): Opening[] {
  const all = openIn.get(context) ?? new Map<string, Opening[]>()
  const openings = all.get(kind) ?? []
  openIn.set(context, all.set(kind, openings))
  return openings
}

/** Whether marks may begin and end where they stand. */
interface Abilities {
  open: boolean
  close: boolean
}

interface Sides {
  before: string
  after: string
  strong: boolean
}

/**
 * Lets marks begin and end where CommonMark does not. Two that have a letter on the same side are powers, as in
 * `степень**-1 и степень**-2` and `(а)**б и (в)**г`.
 */
function loosen({ open, close }: Abilities, openings: Opening[], { before, after, strong }: Sides): Abilities {
  const last = openings.at(-1)
  const opening: Opening = { letterOn: null, isAfterWord: isLetter(before) || endsWord.test(before) }
  if (isLetter(before) && isPunctuation(after)) {
    const reason = reasonToOpen(before, after, strong)
    if (reason === 'letter') opening.letterOn = 'left'
    if (reason !== null) open = true
    if (reason === 'letter' && last?.letterOn === 'left') close = false
  } else if (isPunctuation(before) && isLetter(after)) {
    const reason = reasonToClose(before, after, strong)
    if (reason === 'letter') opening.letterOn = 'right'
    const isPower = /\d/.test(after) && last?.isAfterWord !== false
    if (reason === 'sign' ? !isPower : reason === 'letter' && last?.letterOn !== 'right') close = true
  }
  if (close && last) openings.pop()
  else if (open) openings.push(opening)
  return { open, close }
}

/** The same marks, which may also begin and end there. What CommonMark lets begin or end does so as ever. */
function loosened(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const before = signOf(this.previous)
      const finish: typeof ok = (code) => {
        const token = this.events.at(-1)?.[1]
        if (token) {
          const strong = token.end.offset - token.start.offset > 1
          const { _open: mayOpen = false, _close: mayClose = false } = token
          const openings = openingsOf(this, `${token.type} ${strong}`)
          const sides = { before, after: signOf(code), strong }
          const { open, close } = loosen({ open: mayOpen, close: mayClose }, openings, sides)
          Object.assign(token, { _open: open, _close: close })
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
