import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The operators' token of a local product. It stays the same from one start to the next, because the second factors of
 * its operators are sealed with it.
 */
export function operatorTokenIn(dataFolder: string): string {
  const file = join(dataFolder, 'operator-token')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const token = randomBytes(32).toString('base64url')
  writeFileSync(file, token, { mode: 0o600 })
  return token
}
