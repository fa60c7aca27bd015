// A conversation as a Word document. Loaded only when a user wants one.
import { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx'
import { formatDateTime } from '../../base/format/dates.ts'
import { markdownParts, type Part, plainParts, sourceParts } from './docx-blocks.ts'
import { clean, numbering, runsOf } from './docx-text.ts'
import { authorOf, fileLine, type SavedChat } from './saved-chat.ts'

const faint = '6B675F'

const small = (text: string) => new TextRun({ text, size: 18, color: faint })

/** @returns the bytes of a DOCX file */
export async function docxOf({ title, savedAt, messages }: SavedChat): Promise<Blob> {
  const lists = { count: 0 }
  const parts = messages.flatMap((message): Part[] => [
    new Paragraph({
      heading: HeadingLevel.HEADING_2,
      children: [...runsOf(authorOf(message)), small(`  ${formatDateTime(message.at)}`)]
    }),
    ...message.files.flatMap((name) => plainParts(fileLine(name))),
    ...(message.role === 'user' ? plainParts(message.content) : markdownParts(message.content, lists)),
    ...sourceParts(message.sources)
  ])
  const file = new Document({
    title: clean(title),
    creator: '',
    numbering,
    styles: { default: { document: { run: { font: 'Calibri', size: 22 } } } },
    sections: [
      {
        children: [
          new Paragraph({ heading: HeadingLevel.HEADING_1, children: runsOf(title) }),
          new Paragraph({ children: [small(`Сохранено ${formatDateTime(savedAt)}`)], spacing: { after: 240 } }),
          ...parts
        ]
      }
    ]
  })
  return Packer.toBlob(file)
}
