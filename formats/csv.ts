// CSV lines for spreadsheets. Pure. Must never let a cell become a formula: text from a user or a provider stays text
// in Excel, LibreOffice and Google, whatever its first character is.
// https://owasp.org/www-community/attacks/CSV_Injection

/** Excel with Russian settings separates cells by semicolons. */
const separator = ';'

/** Makes Excel read UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Includes full-width signs, which count as signs in some locales, and invisible characters before a sign. */
const beginsFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u

/** Replaces control characters, which would end the line or the cell. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ')

const textCell = (text: string) => {
  const plain = oneLine(text)
  return `"${(beginsFormula.test(text) ? `'${plain}` : plain).replaceAll('"', '""')}"`
}

/** Numbers are integers from our own data and stay unquoted, so that a spreadsheet can sum them. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : textCell(cell))).join(separator)}\r\n`
