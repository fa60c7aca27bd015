// The source maps of the versions that were deployed from this folder. A log line names its version, and its stack only that one's places.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/** Versions of a stage whose maps are kept: one is about a megabyte. */
const keptMax = 30

const ending = '.json.gz'

/** Source maps by the file of the script that they belong to: `parts/start.js`. */
export type SourceMaps = Readonly<Record<string, string>>

/** The source maps beside the files of a built script. */
export function mapsIn(script: string): SourceMaps {
  const files = readdirSync(script, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js.map'))
  return Object.fromEntries(
    files.map((file) => [file.replaceAll('\\', '/').slice(0, -'.map'.length), readFileSync(join(script, file), 'utf8')])
  )
}

/**
 * Keeps the maps of a version, and those of the last 29 before it.
 * @param folder the stage's, ignored by git
 * @param tag the version's
 * @param script the folder of the built script
 */
export function keepMaps(folder: string, tag: string, script: string): void {
  const place = join(folder, 'maps')
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, tag + ending), gzipSync(JSON.stringify(mapsIn(script))))
  const byAge = readdirSync(place).toSorted(
    (one, other) => statSync(join(place, other)).mtimeMs - statSync(join(place, one)).mtimeMs
  )
  for (const old of byAge.slice(keptMax)) rmSync(join(place, old))
}

/**
 * The maps of a version of any stage; null: it was not deployed from here, or long ago.
 * @param folder that of all stages
 */
export function keptMaps(folder: string, tag: string): SourceMaps | null {
  const stages = existsSync(folder) ? readdirSync(folder) : []
  const file = stages.map((stage) => join(folder, stage, 'maps', tag + ending)).find((one) => existsSync(one))
  return file === undefined ? null : (JSON.parse(gunzipSync(readFileSync(file)).toString()) as SourceMaps)
}
