// Vite's manifest of a build: which files each module became, and what they import. It lies beside the site, because every file that
// lies in the site's folder is public.
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional()
  })
)
export type Manifest = z.infer<typeof manifestSchema>

/** The modules that every page loads first. */
export const firstModules: readonly string[] = ['index.html', 'src/app/start.tsx']

/** The part of a build that is served. @param folder of the build */
export const siteIn = (folder: string): string => join(folder, 'site')

/** The script that every page waits for before its first paint: web/public/before-paint.js. */
export const beforePaint = 'before-paint.js'

const manifestIn = (folder: string) => join(folder, 'manifest.json')
const consoleManifestIn = (folder: string) => join(folder, 'console-manifest.json')

function takeOut(site: string, to: string): void {
  const written = join(site, '.vite')
  renameSync(join(written, 'manifest.json'), to)
  rmSync(written, { recursive: true })
}

/** Takes the manifest out of the site, where Vite has written it. @param folder of the build */
export const takeOutManifest = (folder: string): void => takeOut(siteIn(folder), manifestIn(folder))

/** The part of a build that is served at `/operator/`. @param folder of the build */
export const consoleIn = (folder: string): string => join(siteIn(folder), 'operator')

/** The same of the operators' console, a build of its own. */
export const takeOutConsoleManifest = (folder: string): void => takeOut(consoleIn(folder), consoleManifestIn(folder))

const read = (file: string): Manifest => manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))

/** @param folder of the build */
export const readManifest = (folder: string): Manifest => read(manifestIn(folder))

/** @param folder of the build */
export const readConsoleManifest = (folder: string): Manifest => read(consoleManifestIn(folder))

/**
 * The scripts that these modules need before they run, and their styles. A module that several chunks share has no entry of its own:
 * it is given by the name of its chunk.
 * @throws Error for a module that has no chunk of its own
 */
export function filesOf(manifest: Manifest, modules: readonly string[]): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const follow = (module: string) => {
    const chunk = manifest[module] ?? Object.values(manifest).find(({ name }) => name === module)
    if (chunk === undefined) throw new Error(`The build has no ${module}`)
    if (scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    chunk.imports?.forEach(follow)
  }
  modules.forEach(follow)
  return { scripts, styles }
}

/**
 * The files that import each other. Which of them runs first depends on who asks for them, and what runs first finds the
 * other one empty, so a build must have none.
 */
export const circularFiles = (manifest: Manifest): string[] =>
  Object.keys(manifest)
    .filter((module) => (manifest[module]?.imports ?? []).some((other) => reaches(manifest, other, module)))
    .map((module) => manifest[module]?.file ?? module)

function reaches(manifest: Manifest, from: string, wanted: string, seen = new Set<string>()): boolean {
  if (from === wanted) return true
  if (seen.has(from)) return false
  seen.add(from)
  return (manifest[from]?.imports ?? []).some((other) => reaches(manifest, other, wanted, seen))
}
