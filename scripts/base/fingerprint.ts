import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.ts'

/** Without what wrangler writes beside a configuration while it builds. */
function filesUnder(path: string): string[] {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  return readdirSync(full)
    .filter((name) => name !== '.wrangler')
    .toSorted()
    .flatMap((name) => filesUnder(join(path, name)))
}

/** Names and contents of these files, and what else the result depends on, as 64 hexadecimal digits. */
export function fingerprintOf(paths: string[], settings: string): string {
  const hash = createHash('sha256').update(settings)
  for (const file of paths.flatMap(filesUnder)) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/**
 * Does the work unless it was last done for the same files (names and contents) and settings.
 * @param record the file that keeps the last fingerprint; lies beside the result, so that both are deleted together
 * @param paths files and folders of the repository
 * @param settings everything else that the result depends on
 */
export async function unlessUnchanged(
  record: string,
  paths: string[],
  work: () => Promise<unknown>,
  settings = ''
): Promise<void> {
  const fingerprint = fingerprintOf(paths, settings)
  if (existsSync(record) && readFileSync(record, 'utf8') === fingerprint) return
  await work()
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, fingerprint)
}
