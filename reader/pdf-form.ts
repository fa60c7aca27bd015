// Text that people added to a page and that the page itself does not draw: values of form fields, typed texts, and notes.
import type { Annotation } from './pdf-annotations.ts'
import type { DrawnTexts } from './pdf-drawn.ts'

/** The bits of `annotationFlags` for annotations that no viewer shows: hidden, and for the printer only. */
const unseen = 2 | 32
const off = 'Off'
const yes = 'да'
const no = 'нет'
/** Names of states that only mean that a box is ticked. */
const plainTicks = /^(?:yes|on|true|1|да|checked)$/i
/** Names of states that only number the chosen button: its meaning is in the text beside it. */
const numbered = /^(?:choice|option)?\d+$/i

/** The characters of PDFDocEncoding from 0x80 on; from 0xA1 on it is Latin-1. */
const documentSigns = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\u009F€'

/** @returns -1 when there is none */
function byteOf(sign: string): number {
  const at = documentSigns.indexOf(sign)
  const code = sign.charCodeAt(0)
  return at >= 0 ? 0x80 + at : code < 0x100 ? code : -1
}

/** Text that is UTF-8 without saying so, as many programs write it: pdf.js has read it as PDFDocEncoding, by the standard. */
function readable(text: string): string {
  const bytes = Array.from(text, byteOf)
  if (bytes.includes(-1)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(new Uint8Array(bytes))
  } catch {
    return text
  }
}

const linesOf = (text: string): string => readable(text).replaceAll(/\r\n?/g, '\n').trim()

const onOneLine = (text: string): string => linesOf(text).replaceAll(/\s+/g, ' ').replace(/:$/, '')

/** The label of a field: the one that viewers show, else the text beside it on the page and its name, which is often a number. */
function labelOf({ alternativeText = '', fieldName = '', rect, fieldType, checkBox }: Annotation, drawn: DrawnTexts) {
  const shown = onOneLine(alternativeText)
  if (shown !== '') return shown
  const name = onOneLine(fieldName)
  const beside = onOneLine(checkBox ? drawn.beside(rect) : fieldType === 'Btn' ? '' : drawn.before(rect))
  if (beside === '' || beside === name) return name
  return name === '' ? beside : `${beside} (${name})`
}

const isTicked = ({ fieldValue, exportValue }: Annotation): boolean =>
  typeof fieldValue === 'string' && fieldValue !== off && fieldValue === (exportValue ?? fieldValue)

/** The chosen entries of a list, as it shows them. */
function choicesOf({ fieldValue, options = [] }: Annotation): string {
  const shown = new Map(options.map(({ exportValue, displayValue }) => [exportValue, displayValue]))
  const chosen = Array.isArray(fieldValue) ? fieldValue.map((value) => shown.get(value) ?? value) : []
  return chosen.filter((value) => typeof value === 'string').join(', ')
}

function buttonValueOf(field: Annotation, drawn: DrawnTexts, isOneOfSeveral: boolean): string {
  const { fieldValue, radioButton, buttonValue, checkBox, rect } = field
  const state = typeof fieldValue === 'string' ? fieldValue : ''
  if (radioButton) {
    if (state === off || (buttonValue ?? state) !== state) return ''
    return numbered.test(state) ? drawn.beside(rect) || state : state
  }
  if (!checkBox) return ''
  if (!isTicked(field)) return isOneOfSeveral ? '' : no
  return plainTicks.test(state) ? yes : state
}

function valueOf(field: Annotation, drawn: DrawnTexts, isOneOfSeveral: boolean): string {
  const { fieldType, fieldValue, password } = field
  if (fieldType === 'Ch') return choicesOf(field)
  if (fieldType === 'Btn') return buttonValueOf(field, drawn, isOneOfSeveral)
  return fieldType === 'Tx' && typeof fieldValue === 'string' && !password ? fieldValue : ''
}

/** The lines for the fields that were filled in. */
function fieldLines(annotations: readonly Annotation[], drawn: DrawnTexts): string[] {
  const fields = annotations.filter(({ subtype, hidden }) => subtype === 'Widget' && !hidden)
  const boxes = new Map<string | undefined, number>()
  for (const { checkBox, fieldName } of fields) if (checkBox) boxes.set(fieldName, (boxes.get(fieldName) ?? 0) + 1)
  const filled = fields
    .map((field) => ({ field, value: linesOf(valueOf(field, drawn, (boxes.get(field.fieldName) ?? 0) > 1)) }))
    .filter(({ field, value }) => value !== '' && (field.fieldType === 'Btn' || !drawn.has(value, field.rect)))
  // In a form without filled-in fields, boxes that are not ticked mean nothing.
  if (filled.every(({ field }) => field.checkBox && !isTicked(field))) return []
  return filled.map(({ field, value }) => [labelOf(field, drawn), value].filter((part) => part !== '').join(': '))
}

function addedLines(annotations: readonly Annotation[], drawn: DrawnTexts): string[] {
  const seen = annotations.filter(({ annotationFlags }) => (annotationFlags & unseen) === 0)
  return seen.flatMap(({ subtype, state, contentsObj, textContent = [], rect }) => {
    const text = linesOf(contentsObj.str || textContent.join('\n'))
    if (text === '') return []
    if (subtype === 'FreeText') return drawn.has(text, rect) ? [] : [text]
    return subtype === 'Text' && !state ? [`Примечание: ${text}`] : []
  })
}

/**
 * Lines such as «Фамилия: Иванов», each once, in the order of the file. Left out are fields that are empty, hidden, secret or mere
 * buttons, and texts that the page draws too.
 */
export const formLines = (annotations: readonly Annotation[], drawn: DrawnTexts): ReadonlySet<string> =>
  new Set([...fieldLines(annotations, drawn), ...addedLines(annotations, drawn)])
