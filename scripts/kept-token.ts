import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A token of a local product. It stays the same from one start to the next: commands read it, and the second factors of users and
 * operators are sealed with theirs.
 */
export function keptToken(dataFolder: string, name: 'operator' | 'backup' | 'factor' | 'register'): string {
  const file = join(dataFolder, `${name}-token`)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const token = randomBytes(32).toString('base64url')
  mkdirSync(dataFolder, { recursive: true })
  writeFileSync(file, token, { mode: 0o600 })
  return token
}
