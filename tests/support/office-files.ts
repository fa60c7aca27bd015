// Sheets, slides and files of OpenOffice to attach, made without their makers' programs.
import { zipSync } from 'fflate'
import { textFile } from './files.ts'

/** An archive of these files. */
export const archiveOf = (files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, textFile(text)])), { level: 1 })
  )

const relationships = (rows: readonly [id: string, type: string, target: string][]) =>
  `<Relationships>${rows
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

export interface SheetOf {
  name: string
  /** The XML of its rows. */
  rows: string
}

export const numberCell = (place: string, value: string, style = 0): string =>
  `<c r="${place}" s="${style}"><v>${value}</v></c>`

export const sheetRow = (...cells: string[]): string => `<row>${cells.join('')}</row>`

export const sheet = (...rows: string[]): SheetOf => ({ name: 'Лист1', rows: rows.join('') })

/** An XLSX. @param sharedTexts the XML of its texts. @param cellFormats the XML of `cellXfs` and of formats before it */
export function xlsx(
  sheets: readonly SheetOf[],
  { sharedTexts = '', formats = '', workbook = '' } = {}
): Uint8Array<ArrayBuffer> {
  const names = sheets.map(({ name }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="r${index}"/>`)
  const files = sheets.map(({ rows }, index) => [
    `xl/worksheets/s${index}.xml`,
    `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  ])
  return archiveOf({
    '_rels/.rels': relationships([['a', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook>${workbook}<sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['t', 'sharedStrings', '/xl/texts.xml'],
      ['s', 'styles', 'styles.xml'],
      // In another order than the sheets.
      ...sheets
        .map((_, index) => [`r${index}`, 'worksheet', `worksheets/s${index}.xml`] as [string, string, string])
        .toReversed()
    ]),
    'xl/texts.xml': `<sst>${sharedTexts}</sst>`,
    'xl/styles.xml': `<styleSheet>${formats}</styleSheet>`,
    ...(Object.fromEntries(files) as Record<string, string>)
  })
}

export interface SlideOf {
  /** The XML of what it shows. */
  shown: string
  notes?: string
  diagram?: string
}

export const slideParagraph = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`

/** A PPTX. Its slides lie in the archive in the reverse order. */
export function pptx(slides: readonly SlideOf[]): Uint8Array<ArrayBuffer> {
  const files: Record<string, string> = {
    '_rels/.rels': relationships([['a', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${slides
      .map((_, index) => `<p:sldId r:id="r${index}" id="${256 + index}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      slides.map((_, index) => [`r${index}`, 'slide', `slides/slide${slides.length - index}.xml`])
    )
  }
  for (const [index, { shown, notes, diagram }] of slides.entries()) {
    const number = slides.length - index
    files[`ppt/slides/slide${number}.xml`] = `<p:sld><p:cSld><p:spTree>${shown}</p:spTree></p:cSld></p:sld>`
    files[`ppt/slides/_rels/slide${number}.xml.rels`] = relationships([
      ['n', 'notesSlide', `../notesSlides/n${number}.xml`],
      ['d', 'diagramData', `../diagrams/d${number}.xml`]
    ])
    if (notes !== undefined) files[`ppt/notesSlides/n${number}.xml`] = `<p:notes>${notes}</p:notes>`
    if (diagram !== undefined) files[`ppt/diagrams/d${number}.xml`] = `<dgm:dataModel>${diagram}</dgm:dataModel>`
  }
  return archiveOf(files)
}

/** An ODT, ODS or ODP. @param body the XML of `office:body` */
export const openDocument = (body: string, more: Readonly<Record<string, string>> = {}): Uint8Array<ArrayBuffer> =>
  archiveOf({
    'content.xml': `<office:document-content><office:body>${body}</office:body></office:document-content>`,
    ...more
  })
