// Formulas as Word's own, which can be edited there.
import { BuilderElement, type IParagraphOptions, Math as Formula, Paragraph, XmlComponent } from 'docx'
import { latexToMath } from 'docx/math'
import { readFormula } from '../markdown/formula-source.ts'

/** A longer one stays its source: reading it would hold up the page. */
const lengthMax = 2000
/** So does one whose parts lie deeper in each other, because Word opens no such file. */
const depthMax = 60

/**
 * What the library drops without an error: the lines of a table, and brackets after the end of a row that do not hold
 * the distance to the next one.
 */
const dropped =
  /\\(?:hline|hdashline|cline)(?![A-Za-z])|\\begin\{array\}\s*(?:\[\w\]\s*)?\{[^}]*[|:]|\\\\\[(?!\s*-?[\d.]+\s*[a-z]{2}\s*\])/

/** After a space such brackets belong to the next row. The library would drop them too. */
const withBrackets = (tex: string): string =>
  tex.replaceAll(/\\(?:\\\s+(?=\[)|[^])/g, (mark) => (mark.length > 2 ? '\\\\{}' : mark))

/** The texts in a formula. @throws RangeError for one that is too deep */
function textsOf(parts: readonly unknown[], depth = 0): string[] {
  if (depth >= depthMax) throw new RangeError('too deep')
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [part]
    // The library hides the parts, and has no other way to them than a whole document.
    return part instanceof XmlComponent ? textsOf(part['root'], depth + 1) : []
  })
}

const countOf = (tex: string, mark: RegExp): number => tex.match(mark)?.length ?? 0

/** Numbers of equations come after a `#`. The library drops those that stand within braces, matrices and cases. */
const hasItsNumbers = (tex: string, texts: readonly string[]): boolean =>
  countOf(tex, /\\tag(?![A-Za-z])/g) === 0 ||
  countOf(tex, /\\tag(?![A-Za-z])/g) === texts.filter((text) => text === '#').length

/** @param source as the model wrote it @returns null for one that is not understood, or not all of it */
export function formulaPart(source: string): Formula | null {
  const { tex } = readFormula(source)
  if (tex.length > lengthMax || dropped.test(tex)) return null
  try {
    const children = latexToMath(withBrackets(tex))
    const texts = textsOf(children)
    return texts.length > 0 && hasItsNumbers(tex, texts) ? new Formula({ children }) : null
  } catch {
    return null
  }
}

/** Whether it stands on lines of its own. */
export const isDisplayed = (source: string): boolean => readFormula(source).display

/** The paragraph of a formula that has it to itself, so that Word draws it larger, with limits above and below. */
export class DisplayedFormula extends Paragraph {
  constructor(formula: Formula, options: IParagraphOptions & Required<Pick<IParagraphOptions, 'alignment'>>) {
    super(options)
    const attributes = { alignment: { key: 'm:val', value: options.alignment } }
    const jc = new BuilderElement({ name: 'm:jc', attributes })
    const properties = new BuilderElement({ name: 'm:oMathParaPr', children: [jc] })
    this.root.push(new BuilderElement({ name: 'm:oMathPara', children: [properties, formula] }))
  }
}
