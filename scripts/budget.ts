import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional()
  })
)
type Manifest = z.infer<typeof manifestSchema>

const entry = 'index.html'
const homePage = 'src/pages/home.tsx'

/** The JavaScript that `/` needs before it is complete: the entry, the home page's chunk, and what they import. */
export function initialScripts(manifest: Manifest): Set<string> {
  const files = new Set<string>()
  const follow = (key: string) => {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`The build has no ${key}: the budget of the home page cannot be checked`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(follow)
  }
  follow(entry)
  follow(homePage)
  return files
}

export interface SizeRow {
  file: string
  sizeBytes: number
  gzipBytes: number
  initial: boolean
}

/** Every script and style of a build, largest first. */
export function measureBuild(folder: string): SizeRow[] {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')))
  const initial = initialScripts(manifest)
  const files = new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]))
  return [...files]
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => {
      const content = readFileSync(join(folder, file))
      return {
        file,
        sizeBytes: content.length,
        gzipBytes: gzipSync(content, { level: 9 }).length,
        initial: initial.has(file)
      }
    })
    .toSorted((a, b) => b.gzipBytes - a.gzipBytes)
}

export const initialBytes = (rows: SizeRow[]) =>
  rows.filter(({ initial }) => initial).reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)
