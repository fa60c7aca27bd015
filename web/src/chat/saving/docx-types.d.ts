// The part of the library `docx` that the pages use. Its own types bring in those of Node, which no page may see
// (web/tsconfig.json leads here).
/* oxlint-disable typescript/no-extraneous-class -- classes of the library */

interface Indent {
  left?: number
  right?: number
  hanging?: number
}

interface Shading {
  type: string
  color: string
  fill: string
}

interface BorderLine {
  style: string
  size: number
  color: string
  space?: number
}

/** In twentieths of a point. */
interface Spacing {
  before?: number
  after?: number
}

export class Tab {}

export interface IRunOptions {
  text?: string
  children?: readonly (string | Tab)[]
  /** How many line breaks come before the text. */
  break?: number
  bold?: boolean
  italics?: boolean
  strike?: boolean
  superScript?: boolean
  noProof?: boolean
  rightToLeft?: boolean
  font?: string
  /** In half points. */
  size?: number
  color?: string
  shading?: Shading
  style?: string
}

export class TextRun {
  constructor(options: IRunOptions | string)
}

export class ExternalHyperlink {
  constructor(options: { link: string; children: readonly ParagraphChild[] })
}

/** A part of a formula, and the parts in it; those of a part that holds attributes are their values by name. */
export class MathComponent {
  root?: readonly (MathComponent | string)[] | object
}

export class Math {
  constructor(options: { children: readonly MathComponent[] })
}

/** An element of the file. */
export class XmlComponent {
  constructor(name: string)
  protected root: object[]
}

export class BuilderElement extends XmlComponent {
  constructor(options: {
    name: string
    attributes?: Record<string, { key: string; value: string }>
    children?: readonly XmlComponent[]
  })
}

export type ParagraphChild = TextRun | ExternalHyperlink | Math | XmlComponent

export interface NumberingDefinition {
  reference: string
  levels: readonly {
    level: number
    format: string
    text: string
    start: number
    alignment: string
    style: { paragraph: { indent: Indent } }
  }[]
}

export interface IParagraphOptions {
  children?: readonly ParagraphChild[]
  heading?: string
  /** Each instance of a definition counts for itself. */
  numbering?: { reference: NumberingDefinition; level: number; instance: number }
  spacing?: Spacing
  indent?: Indent
  border?: Partial<Record<'left' | 'bottom' | 'right', BorderLine>>
  shading?: Shading
  alignment?: string
  bidirectional?: boolean
  keepNext?: boolean
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
  constructor(options: { children: readonly TableCell[]; tableHeader?: boolean; cantSplit?: boolean })
}

interface Width {
  size: number
  type: string
}

export class Table {
  constructor(options: {
    rows: readonly TableRow[]
    width: Width
    columnWidths: readonly number[]
    indent?: Width
    visuallyRightToLeft?: boolean
    borders: Record<'top' | 'bottom' | 'left' | 'right' | 'insideHorizontal' | 'insideVertical', BorderLine>
  })
}

interface LookOfText {
  run: Pick<IRunOptions, 'font' | 'size' | 'bold' | 'color'> & { language?: { value: string } }
  paragraph?: { spacing: Spacing; keepNext?: boolean }
}

export class Document {
  constructor(options: {
    title: string
    creator: string
    lastModifiedBy: string
    styles: {
      default: Record<
        'document' | 'heading1' | 'heading2' | 'heading3' | 'heading4' | 'heading5' | 'heading6',
        LookOfText
      >
    }
    sections: readonly {
      properties: {
        page: {
          size: { width: number; height: number }
          margin: Record<'top' | 'bottom' | 'left' | 'right', number>
        }
      }
      children: readonly (Paragraph | Table)[]
    }[]
  })
}

export const Packer: { toBlob: (document: Document) => Promise<Blob> }

export const HeadingLevel: Readonly<
  Record<'HEADING_1' | 'HEADING_2' | 'HEADING_3' | 'HEADING_4' | 'HEADING_5' | 'HEADING_6', string>
>
export const AlignmentType: Readonly<Record<'START' | 'LEFT' | 'CENTER' | 'RIGHT', string>>
export const LevelFormat: Readonly<Record<'DECIMAL' | 'BULLET', string>>
export const BorderStyle: Readonly<Record<'SINGLE', string>>
export const ShadingType: Readonly<Record<'CLEAR', string>>
export const WidthType: Readonly<Record<'DXA', string>>
