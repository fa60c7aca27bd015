// The lists of the pictures that were made. The pages show exactly what they name.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { MadePicture } from '#web/src/base/ui/made-picture.ts'
import type { Work } from './works.ts'

/** Where things lie; tests have a folder of their own. */
export interface Places {
  /** Of the pictures. */
  folder: string
  /** Of the JSON of each list. */
  lists: Readonly<Record<Work['list'], string>>
}

export const placesIn = (root: string): Places => ({
  folder: join(root, 'web/public/gallery'),
  lists: {
    home: join(root, 'web/src/site/home/pictures.json'),
    studio: join(root, 'web/src/studio/gallery/pictures.json')
  }
})

const listed = (file: string): MadePicture[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as MadePicture[]) : []

/** Written beside it first: an interrupted command leaves a whole list. */
function write(file: string, content: string | Buffer): void {
  writeFileSync(`${file}.new`, content)
  renameSync(`${file}.new`, file)
}

/** An operator's own file, put into its place by hand. */
async function isWhole(path: string, { width, height }: Work): Promise<boolean> {
  const found = await sharp(path)
    .metadata()
    .catch(() => null)
  return found?.format === 'webp' && found.width === width && found.height === height
}

/**
 * Makes the lists true: files that are gone leave them, files that were put into their places enter them.
 * @returns the works whose pictures are there
 */
export async function reconcile({ folder, lists }: Places, works: readonly Work[]): Promise<ReadonlySet<Work>> {
  mkdirSync(folder, { recursive: true })
  const before = new Map(Object.values(lists).flatMap((list) => listed(list).map((made) => [made.file, made] as const)))
  const there = new Map<Work, MadePicture>()
  for (const work of works) {
    const { file, width, height } = work
    if (!(await isWhole(join(folder, file), work))) continue
    there.set(work, before.get(file) ?? { file, width, height, by: 'the operator' })
  }
  writeLists(lists, there)
  return new Set(there.keys())
}

function writeLists(lists: Places['lists'], there: ReadonlyMap<Work, MadePicture>): void {
  for (const list of ['home', 'studio'] as const) {
    const made = [...there].filter(([work]) => work.list === list).map(([, picture]) => picture)
    const text = `${JSON.stringify(made, null, 2)}\n`
    if (!existsSync(lists[list]) || readFileSync(lists[list], 'utf8') !== text) write(lists[list], text)
  }
}

/** Stores a picture, then names it: a list never names a file that is not there. */
export function keep({ folder, lists }: Places, work: Work, bytes: Buffer, by: string): void {
  write(join(folder, work.file), bytes)
  const { file, width, height } = work
  const others = listed(lists[work.list]).filter((one) => one.file !== file)
  write(lists[work.list], `${JSON.stringify([...others, { file, width, height, by }], null, 2)}\n`)
}
