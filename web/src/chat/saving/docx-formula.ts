// Formulas as Word's own, which can be edited there.
import { Math as Formula, type MathComponent, type ParagraphChild } from 'docx'
import { latexToMath } from 'docx/math'
import { readFormula } from '../markdown/formula-source.ts'

/** A longer one stays its source: reading it would hold up the page. */
const lengthMax = 2000
/** So does one whose parts lie deeper in each other, because Word opens no such file. */
const depthMax = 60

const isFlat = (parts: readonly (MathComponent | string)[], depth = 0): boolean =>
  depth < depthMax && parts.every((part) => !(part instanceof Object) || isFlat(part.root ?? [], depth + 1))

/** @param source as the model wrote it @returns null for one that is not understood */
export function formulaPart(source: string): ParagraphChild | null {
  const { tex } = readFormula(source)
  if (tex.length > lengthMax) return null
  try {
    const children = latexToMath(tex)
    return isFlat(children) ? new Formula({ children }) : null
  } catch {
    return null
  }
}

/** Whether it stands on lines of its own. */
export const isDisplayed = (source: string): boolean => readFormula(source).display
