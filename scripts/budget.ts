import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { firstModules, filesOf, readManifest } from './build-manifest.ts'

/** The scripts and styles that `/` loads before it is complete. */
const homeModules = [...firstModules, 'src/site/home/page.tsx']

export interface SizeRow {
  file: string
  sizeBytes: number
  gzipBytes: number
  initial: boolean
}

/** All scripts and styles of a build, largest first. */
export function measureBuild(folder: string): SizeRow[] {
  const manifest = readManifest(folder)
  const initial = filesOf(manifest, homeModules).scripts
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
