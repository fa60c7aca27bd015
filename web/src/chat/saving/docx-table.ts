// Tables of Markdown as tables of Word.
import { AlignmentType, BorderStyle, Paragraph, Table, TableCell, TableRow, WidthType } from 'docx'
import type { AlignType, Table as TableNode, TableCell as CellNode } from 'mdast'
import { isMostlyEmpty } from '../markdown/nesting.ts'
import { paragraphsOf } from './docx-lines.ts'
import { inside, leftOf, type Place, standing, styleOf } from './docx-place.ts'
import { textWidth } from './docx-styles.ts'
import { grey, inlineRuns, wordsOf } from './docx-text.ts'

/** Word opens no table with more. */
const columnsMax = 63
/** Of a column, in letters: no more is asked for. */
const wordMax = 24
const textMax = 60
/** Of a letter, with its part of the margins. */
const letterWidth = 120
const margins = 4

const sum = (letters: readonly number[]) => letters.reduce((all, one) => all + one, 0)

const line = { style: BorderStyle.SINGLE, size: 4, color: 'C9C5BD' }
const borders = { top: line, bottom: line, left: line, right: line, insideHorizontal: line, insideVertical: line }

/** A column is as wide as its longest word; what is left goes to those with long texts. */
function widthsOf({ children }: TableNode, columns: number, width: number): number[] {
  const least = Array.from({ length: columns }, () => margins)
  const most = [...least]
  for (const row of children)
    row.children.forEach((cell, index) => {
      const words = wordsOf(cell.children)
      const word = words.split(/[\s-]/).reduce((length, one) => Math.max(length, one.length), 0)
      least[index] = Math.max(least[index] ?? 0, Math.min(word, wordMax) + margins)
      most[index] = Math.max(most[index] ?? 0, Math.min(words.length, textMax) + margins)
    })
  const share = Math.min(1, Math.max(0, (width / letterWidth - sum(least)) / Math.max(1, sum(most) - sum(least))))
  const letters = least.map((one, index) => one + ((most[index] ?? one) - one) * share)
  return letters.map((one) => Math.floor((width * one) / sum(letters)))
}

/** What has too many columns or empty cells for a table is written row by row. */
const asLines = ({ children }: TableNode, place: Place): Paragraph[] =>
  children.map(
    (row) =>
      new Paragraph({
        children: row.children.flatMap((cell, index) =>
          inlineRuns(
            [...(index > 0 ? [{ type: 'text' as const, value: ' | ' }] : []), ...cell.children],
            place.answer,
            styleOf(place)
          )
        ),
        ...standing(place)
      })
  )

/** As on the page, where left means where a text begins, but right the right. */
function alignmentOf(align: AlignType | undefined, isRight: boolean) {
  if (align === 'center') return AlignmentType.CENTER
  return align === 'right' || isRight ? AlignmentType.RIGHT : AlignmentType.LEFT
}

export function tableParts(table: TableNode, around: Place): (Paragraph | Table)[] {
  const columns = Math.max(...table.children.map((row) => row.children.length))
  const place = inside(around, table.children)
  if (columns > columnsMax || isMostlyEmpty(table.children, columns)) return asLines(table, place)
  const left = leftOf(place)
  const isRight = place.isRight === true
  const width = textWidth - left
  const cellOf = (cell: CellNode | undefined, column: number, isHead: boolean) => {
    return new TableCell({
      children: paragraphsOf(
        cell?.children ?? [],
        place.answer,
        { ...styleOf(place), ...(isHead && { bold: true }) },
        {
          options: { alignment: alignmentOf(table.align?.[column], isRight), ...(isRight && { bidirectional: true }) }
        }
      ),
      margins: { top: 60, bottom: 60, left: 100, right: 100 },
      ...(isHead && { shading: grey })
    })
  }
  return [
    new Table({
      width: { size: width, type: WidthType.DXA },
      columnWidths: widthsOf(table, columns, width),
      ...(left > 0 && { indent: { size: left, type: WidthType.DXA } }),
      borders,
      ...(isRight && { visuallyRightToLeft: true }),
      rows: table.children.map(
        (row, index) =>
          new TableRow({
            ...(index === 0 && { tableHeader: true }),
            // A row of a few lines is not torn by the end of a page.
            cantSplit: row.children.every((cell) => wordsOf(cell.children).length < 500),
            children: Array.from({ length: columns }, (_, column) => cellOf(row.children[column], column, index === 0))
          })
      )
    }),
    // Two tables in a row would become one.
    new Paragraph({ spacing: { after: 60 } })
  ]
}
