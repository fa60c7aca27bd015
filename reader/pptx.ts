// The text of a PPTX (ECMA-376, part 1, PresentationML): its slides in their order, each with its diagrams and the speaker's notes.
import { makeOnce } from '#contract/make-once.ts'
import type { Archive } from './archive.ts'
import { withoutLeftOut } from './left-out.ts'
import { Lines } from './lines.ts'
import { pathsOf, relationshipsOf, walkFile } from './office-package.ts'
import { paragraphHandlers } from './paragraphs.ts'
import type { XmlElement } from './xml.ts'

/** Skipped: numbers and dates that PowerPoint fills in. */
const isFilledIn = ({ name, attributes: { type = '' } }: XmlElement): boolean =>
  name === 'fld' && /^(?:slidenum|datetime)/.test(type)

const signOf = ({ name }: XmlElement): string => (name === 'br' ? '\n' : '')

/** The files of the slides, in the order in which they are shown. */
async function slidesOf(archive: Archive, main: string): Promise<string[]> {
  const related = await relationshipsOf(archive, main)
  const paths = new Map(related.map(({ id, path }) => [id, path]))
  const slides = new Set<string>()
  await walkFile(archive, main, {
    open: ({ name, relationship }) => {
      const path = name === 'sldId' ? paths.get(relationship) : undefined
      if (path !== undefined && archive.has(path)) slides.add(path)
    }
  })
  return [...slides]
}

/**
 * @param main the file that names the slides
 * @param lengthMax of the text in characters
 * @throws TooMuchWork, TooLong; another error when it is broken
 */
export async function pptxText(archive: Archive, main: string, lengthMax: number): Promise<string> {
  const lines = new Lines(lengthMax)
  const add = (file: string, beforeText: () => void) =>
    walkFile(archive, file, withoutLeftOut(isFilledIn, paragraphHandlers(lines, { signOf, beforeText })))
  for (const [index, slide] of (await slidesOf(archive, main)).entries()) {
    const title = makeOnce(() => {
      lines.endSection()
      lines.add(`# Слайд ${index + 1}\n`)
    })
    await add(slide, title)
    const related = await relationshipsOf(archive, slide)
    for (const diagram of pathsOf(archive, related, 'diagramData')) await add(diagram, title)
    for (const notes of pathsOf(archive, related, 'notesSlide')) {
      const heading = makeOnce(() => {
        title()
        lines.endSection()
        lines.add('Заметки: ')
      })
      await add(notes, heading)
    }
  }
  return lines.text()
}
