// Tells the service worker which files of this build the page of saved chats needs: web/public/ready-worker.js.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforePaint, filesOf, firstModules, siteIn, type Manifest } from './build-manifest.ts'

const pageModule = 'src/chat/offline/page.tsx'
/** What it loads as soon as it runs, and where a user goes who signs out there. */
const laterModules: readonly string[] = ['query-client', 'answer-markdown', 'src/app/home-page.tsx']

/** All of them, the first script of the page at the beginning. @param html of the page */
export function offlineFiles(manifest: Manifest, html: string): string[] {
  const { scripts, styles } = filesOf(manifest, [...firstModules, pageModule, ...laterModules])
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  const first = manifest['index.html']?.file
  if (first === undefined) throw new Error('The build has no first script')
  return [...new Set([`/${first}`, ...named, ...[...scripts, ...styles].map((file) => `/${file}`), `/${beforePaint}`])]
}

/**
 * The worker with these files in it.
 * @param unnamed what the files hold that keep their names from one build to the next
 * @throws Error when it has no place for them
 */
export function withFiles(worker: string, html: string, files: readonly string[], unnamed = ''): string {
  const name = createHash('sha256').update(html).update(files.join(' ')).update(unnamed).digest('hex').slice(0, 12)
  const written = worker
    .replace("const build = ''", () => `const build = '${name}'`)
    .replace('const files = []', () => `const files = ${JSON.stringify(files)}`)
  if (!written.includes(name) || !written.includes(`"/${beforePaint}"`))
    throw new Error('ready-worker.js has no place for the files of the build')
  return written
}

/** @param folder of the build, whose pages are written */
export function writeOfflineFiles(folder: string, manifest: Manifest): void {
  const site = siteIn(folder)
  const html = readFileSync(join(site, 'offline.html'), 'utf8')
  const worker = join(site, 'ready-worker.js')
  const unnamed = readFileSync(join(site, beforePaint), 'utf8')
  writeFileSync(worker, withFiles(readFileSync(worker, 'utf8'), html, offlineFiles(manifest, html), unnamed))
}
