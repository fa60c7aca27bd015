// The part of the library `docx` that the pages use. Its own types bring in those of Node, which no page may see
// (web/tsconfig.json leads here).
/* oxlint-disable typescript/no-extraneous-class -- classes of the library */

interface Indent {
  left: number
  hanging?: number
}

interface Shading {
  type: string
  color: string
  fill: string
}

export interface IRunOptions {
  text?: string
  /** How many line breaks come before the text. */
  break?: number
  bold?: boolean
  italics?: boolean
  strike?: boolean
  superScript?: boolean
  font?: string
  /** In half points. */
  size?: number
  color?: string
  style?: string
}

export class TextRun {
  constructor(options: IRunOptions | string)
}

export class ExternalHyperlink {
  constructor(options: { link: string; children: readonly ParagraphChild[] })
}

export type ParagraphChild = TextRun | ExternalHyperlink

export interface IParagraphOptions {
  children?: readonly ParagraphChild[]
  heading?: string
  bullet?: { level: number }
  numbering?: { reference: string; level: number; instance: number }
  /** In twentieths of a point. */
  spacing?: { before?: number; after?: number }
  indent?: Indent
  border?: { left: { style: string; size: number; space: number; color: string } }
  shading?: Shading
  thematicBreak?: boolean
}

export class Paragraph {
  constructor(options: IParagraphOptions)
}

export class TableCell {
  constructor(options: {
    children: readonly (Paragraph | Table)[]
    margins?: { top: number; bottom: number; left: number; right: number }
    shading?: Shading
  })
}

export class TableRow {
  constructor(options: { children: readonly TableCell[]; tableHeader?: boolean })
}

export class Table {
  constructor(options: { rows: readonly TableRow[]; width: { size: number; type: string } })
}

export class Document {
  constructor(options: {
    title: string
    creator: string
    numbering: {
      config: readonly {
        reference: string
        levels: readonly {
          level: number
          format: string
          text: string
          alignment: string
          style: { paragraph: { indent: Indent } }
        }[]
      }[]
    }
    styles: { default: { document: { run: { font: string; size: number } } } }
    sections: readonly { children: readonly (Paragraph | Table)[] }[]
  })
}

export const Packer: { toBlob: (document: Document) => Promise<Blob> }

export const HeadingLevel: Readonly<
  Record<'HEADING_1' | 'HEADING_2' | 'HEADING_3' | 'HEADING_4' | 'HEADING_5' | 'HEADING_6', string>
>
export const AlignmentType: Readonly<Record<'START', string>>
export const LevelFormat: Readonly<Record<'DECIMAL', string>>
export const BorderStyle: Readonly<Record<'SINGLE', string>>
export const ShadingType: Readonly<Record<'CLEAR', string>>
export const WidthType: Readonly<Record<'PERCENTAGE', string>>
