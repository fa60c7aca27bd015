// Lines of a table that spreadsheets open. Pure. Must never let a cell become a formula: what a person or a provider wrote
// is text, whatever its first character says to Excel, LibreOffice or Google.
// https://owasp.org/www-community/attacks/CSV_Injection

/** What Excel of a Russian system takes for a border of cells. */
const separator = ';'

/** Makes Excel read UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Full-width signs are signs in some locales; what cannot be seen before a sign is dropped by some programs. */
const beginsFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u

/** Control characters would end a line or a cell; a cell has one line. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ')

const textCell = (text: string) => {
  const tame = oneLine(text)
  return `"${(beginsFormula.test(text) ? `'${tame}` : tame).replaceAll('"', '""')}"`
}

/** Numbers are whole and ours, so they stand bare and can be added up; text is always quoted. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : textCell(cell))).join(separator)}\r\n`
