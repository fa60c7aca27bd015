// A conversation as a Word document. Loaded only when a user wants one.
import { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx'
import { formatDateTime } from '../../base/format/dates.ts'
import { nextTask } from '../../base/page/next-task.ts'
import { markdownParts, type Part, plainParts, sourceParts } from './docx-blocks.ts'
import { faint, Lists, page, styles } from './docx-styles.ts'
import { beginsRight, clean, runsOf } from './docx-text.ts'
import { authorOf, fileLine, type SavedChat, type SavedMessage } from './saved-chat.ts'

const small = (text: string) => new TextRun({ text, size: 18, bold: false, color: faint })

function* partsOf(message: SavedMessage, lists: Lists, isDocument: boolean): Generator<Part[]> {
  if (!isDocument)
    yield [
      new Paragraph({
        heading: HeadingLevel.HEADING_2,
        children: [...runsOf(authorOf(message)), small(`  ${formatDateTime(message.at)}`)]
      }),
      ...message.files.flatMap((name) => plainParts(fileLine(name)))
    ]
  if (message.role === 'user') yield plainParts(message.content)
  else yield* markdownParts(message, lists)
  yield sourceParts(message.sources, lists)
}

const headOf = (title: string, savedAt: number): Paragraph[] => [
  new Paragraph({
    heading: HeadingLevel.HEADING_1,
    children: runsOf(title),
    ...(beginsRight(title) && { bidirectional: true })
  }),
  new Paragraph({ children: [small(`Сохранено ${formatDateTime(savedAt)}`)], spacing: { after: 240 } })
]

/** So long the page may stand still: milliseconds. */
const stepMs = 40

/** @returns the bytes of a DOCX file */
export async function docxOf({ title, savedAt, isDocument = false, messages }: SavedChat): Promise<Blob> {
  const lists = new Lists()
  const parts: Part[] = []
  let began = performance.now()
  for (const message of messages)
    for (const some of partsOf(message, lists, isDocument)) {
      parts.push(...some)
      if (performance.now() - began < stepMs) continue
      await nextTask()
      began = performance.now()
    }
  const file = new Document({
    title: clean(title),
    creator: '',
    lastModifiedBy: '',
    styles,
    sections: [
      {
        properties: { page },
        children: [...(isDocument ? [] : headOf(title, savedAt)), ...parts]
      }
    ]
  })
  return Packer.toBlob(file)
}
