// The files of an Office document (ECMA-376, part 2). Relationships name the role of each file; file names are arbitrary.
import type { Archive } from './archive.ts'
import { keep } from './endings.ts'
import { type XmlHandlers, xmlWalker } from './xml.ts'

export interface Relationship {
  id: string
  /** The last word of its type: programs write different prefixes. */
  type: string
  /** As a path in the archive. */
  path: string
}

/** Walks one file of the archive. @throws what `Archive.read` and the handlers throw */
export async function walkFile(archive: Archive, name: string, handlers: XmlHandlers): Promise<void> {
  const write = xmlWalker(handlers)
  await archive.read(name, write)
  write(null)
}

const folderOf = (name: string) => name.slice(0, name.lastIndexOf('/') + 1)

/** A target as a path in the archive: from its root, or from the folder of the file that names it. */
function pathOf(folder: string, target: string): string {
  const names: string[] = []
  for (const name of (target.startsWith('/') ? target : folder + target).split('/'))
    if (name === '..') names.pop()
    else if (name !== '.' && name !== '') names.push(name)
  return names.join('/')
}

/** The targets of a file; none when it has no relationships. @param name '' for the whole document */
export async function relationshipsOf(archive: Archive, name: string): Promise<Relationship[]> {
  const folder = folderOf(name)
  const rels = `${folder}_rels/${name.slice(folder.length)}.rels`
  const found: Relationship[] = []
  if (!archive.has(rels)) return found
  await walkFile(archive, rels, {
    open: ({ attributes: { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } }) => {
      if (target === '' || mode === 'External') return
      keep(found, { id, type: type.slice(type.lastIndexOf('/') + 1), path: pathOf(folder, target) })
    }
  })
  return found
}

/** The files of one type that are there, in their order. */
export const pathsOf = (archive: Archive, relationships: readonly Relationship[], type: string): string[] =>
  relationships.filter((one) => one.type === type && archive.has(one.path)).map(({ path }) => path)

/** Ends the reading of a file early. */
class RootFound extends Error {
  readonly root: string

  constructor(root: string) {
    super('The root of the file was found')
    this.root = root
  }
}

async function rootOf(archive: Archive, name: string): Promise<string> {
  try {
    await walkFile(archive, name, {
      open: (element) => {
        throw new RootFound(element.name)
      }
    })
    return ''
  } catch (error) {
    if (error instanceof RootFound) return error.root
    throw error
  }
}

/** Its usual place, for files without the relationship. */
const usualMainParts = ['word/document.xml', 'xl/workbook.xml', 'ppt/presentation.xml']

/** The main part of the document and its root element; null when there is none. */
export async function mainPartOf(archive: Archive): Promise<{ path: string; root: string } | null> {
  const [named] = pathsOf(archive, await relationshipsOf(archive, ''), 'officeDocument')
  const path = named ?? usualMainParts.find((part) => archive.has(part))
  // Excel's binary format is not XML.
  if (path === undefined || path.toLowerCase().endsWith('.bin')) return null
  return { path, root: await rootOf(archive, path) }
}
