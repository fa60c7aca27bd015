// What the control words of an RTF file mean for its text (Rich Text Format 1.9.1).
import { hex as symbolOf } from 'dingbat-to-unicode'

/** Groups without text. */
const notText = new Set(
  (
    'fonttbl colortbl stylesheet info pict objdata header headerl headerr headerf footer footerl footerr footerf ftnsep ftnsepc ' +
    'ftncn aftnsep aftnsepc aftncn fldinst datafield xe tc tcn rxe bkmkstart bkmkend nonesttables shprslt sp pnseclvl ' +
    'listtable listoverridetable revtbl rsidtbl generator themedata colorschememapping latentstyles datastore'
  ).split(' ')
)

/** Groups with text, although the file tells old readers to skip them. */
const textAllTheSame = new Set(['shpinst', 'shptxt', 'footnote', 'fldrslt', 'nesttableprops', 'moMath', 'moMathPara'])

/** Groups about how a part of a formula is drawn. */
const isMathProperties = (name: string): boolean => /^m[a-zA-Z]{1,20}Pr$/.test(name)

/** @param isOptional whether a reader that does not know the group may skip it */
export const isNoText = (name: string, isOptional: boolean): boolean =>
  notText.has(name) || isMathProperties(name) || (isOptional && !textAllTheSame.has(name))

export const paragraphEnds = new Set(['par', 'sect', 'page', 'column', '\n', '\r'])

/** Words that stand for a character. */
export const signs: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['line', '\n'],
  ['lbr', '\n'],
  ['\\', '\\'],
  ['{', '{'],
  ['}', '}'],
  ['~', '\u00a0'],
  ['_', '\u2011'],
  ['bullet', '•'],
  ['endash', '–'],
  ['emdash', '—'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['enspace', ' '],
  ['emspace', ' '],
  ['qmspace', ' ']
])

/** Of fonts like Symbol, which have their characters in a private area of Unicode. */
export const symbolText = (code: number): string =>
  code >= 0xf000 && code <= 0xf0ff
    ? (symbolOf('Symbol', (code - 0xf000).toString(16).toUpperCase())?.string ?? '')
    : String.fromCharCode(code)
