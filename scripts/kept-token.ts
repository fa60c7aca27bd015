import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './base/make-folder.ts'
import { writeWhole } from './base/write-whole.ts'

type TokenName = 'operator' | 'backup' | 'factor' | 'register'

/** The token of a product that was started before; null: there is none. A disk that was full may have left an empty file. */
export function foundToken(dataFolder: string, name: TokenName): string | null {
  const file = join(dataFolder, `${name}-token`)
  return (existsSync(file) && readFileSync(file, 'utf8')) || null
}

/**
 * A token of a local product. It stays the same from one start to the next: commands read it, and the second factors of users and
 * operators are sealed with theirs.
 */
export function keptToken(dataFolder: string, name: TokenName): string {
  const found = foundToken(dataFolder, name)
  if (found !== null) return found
  const token = randomBytes(32).toString('base64url')
  const file = join(dataFolder, `${name}-token`)
  makeFolder(dataFolder)
  writeWhole(file, token)
  return token
}
