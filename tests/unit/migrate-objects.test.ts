import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { migrateObjects } from '#scripts/migrations.ts'

const folder = mkdtempSync(join(tmpdir(), 'objects-'))
const workplace = { stateFolder: folder, workerConfig: join(folder, 'wrangler.json') }
const folderOf = (className: string) => join(folder, 'v3/do', `api-${className}`)

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('objects of a renamed class are kept under the new name, those of a deleted class are deleted', () => {
  for (const className of ['Wallet', 'Answer', 'Limiter']) {
    mkdirSync(folderOf(className), { recursive: true })
    writeFileSync(join(folderOf(className), 'one.sqlite'), className)
  }
  const migrations = [
    { tag: 'v1', new_sqlite_classes: ['Wallet', 'Answer', 'Limiter'] },
    { tag: 'v2', renamed_classes: [{ from: 'Wallet', to: 'User' }], deleted_classes: ['Answer'] }
  ]
  writeFileSync(workplace.workerConfig, JSON.stringify({ name: 'api', migrations }))
  migrateObjects(workplace)
  migrateObjects(workplace)
  expect(readFileSync(join(folderOf('User'), 'one.sqlite'), 'utf8')).toBe('Wallet')
  expect(['Wallet', 'Answer', 'Limiter'].map((className) => existsSync(folderOf(className)))).toEqual([
    false,
    false,
    true
  ])
})
