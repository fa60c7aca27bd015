import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'
import { folderCycles, strayZones } from '../support/node/zones.ts'

test('no file of web/src imports a zone above its own, no feature another, and the console only their base', () => {
  expect(strayZones(root)).toEqual([])
})

test.each([
  'bench',
  'contract',
  'data',
  'domain',
  'durable-objects',
  'formats',
  'notices',
  'providers',
  'queues',
  'reader',
  'scripts',
  'sandbox',
  'tests/simulation',
  'tests/support',
  'web/console',
  'web/src',
  'worker'
])('no folders of %s import each other in a circle, tests beside a program left out', (folder) => {
  expect(folderCycles(root, folder)).toEqual([])
})

const foldersOf = (place: string): string[] =>
  readdirSync(join(root, place), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()

test('the operators’ calls, their answers and their pages are divided by the same words', () => {
  const words = ['access', 'jobs', 'money', 'people', 'prices', 'shop', 'system']
  expect(foldersOf('contract/operator')).toEqual(words)
  // The command that makes backups has calls of its own, and no page.
  expect(foldersOf('worker/operator')).toEqual(['access', 'backup', ...words.slice(1)])
  expect(foldersOf('web/console/src')).toEqual(['access', 'base', ...words.slice(1), 'ui'])
})

describe('a planted import', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'zones-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const plant = (file: string, source: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), source)
  }

  test.each([
    ['web/src/chat/a.ts', `import { b } from '../studio/b.ts'`, 'chat may not import studio'],
    ['web/src/media/player/a.ts', `import type { B } from '../../jobs/b.ts'`, 'media may not import jobs'],
    ['web/src/base/http/a.ts', `const b = () => import('../../media/b.ts')`, 'base may not import media'],
    ['web/src/money/a.tsx', `export { b } from '../app/b.tsx'`, 'money may not import app'],
    ['web/src/base/a.ts', `import { b } from '../helpers/b.ts'`, 'helpers is no zone of web/src'],
    ['web/console/src/ui/a.tsx', `import { b } from '../../../src/app/b.tsx'`, 'the console may not import app'],
    ['web/src/app/a.tsx', `import { b } from '../../console/src/b.tsx'`, 'app may not import the console']
  ])('in %s is found: %s', (file, source, problem) => {
    plant(file, source)
    expect(strayZones(folder)).toEqual([expect.stringMatching(new RegExp(`^${file} imports .*: ${problem}$`))])
  })

  test.each([
    ['web/src/app/a.tsx', `import { b } from '../chat/b.tsx'\nimport { c } from '../base/ui/c.tsx'`],
    ['web/console/src/a.ts', `import { b } from './team/b.ts'\nimport { c } from '../../src/base/ui/c.tsx'`],
    ['web/src/chat/a.ts', `import { b } from './stream/b.ts'\nimport { c } from '../media/record/c.ts'`]
  ])('in %s that follows the order is not reported', (file, source) => {
    plant(file, source)
    expect(strayZones(folder)).toEqual([])
  })

  test('that closes a circle of folders is found, also where no two files import each other', () => {
    plant('worker/http/a.ts', `import { b } from '../people/b.ts'`)
    plant('worker/people/b.ts', `export const b = 1`)
    plant('worker/people/c.ts', `import { d } from '../crypto/d.ts'`)
    plant('worker/crypto/d.ts', `import type { E } from '../http/e.ts'`)
    expect(folderCycles(folder, 'worker')).toEqual([
      'worker/crypto → worker/http → worker/people → worker/crypto (worker/crypto/d.ts, worker/http/a.ts, worker/people/c.ts)'
    ])
  })

  test('of a subfolder into the folder above it is found when the folder imports it too', () => {
    plant('worker/jobs/a.ts', `import { b } from './files/b.ts'`)
    plant('worker/jobs/files/b.ts', `import { c } from '../c.ts'`)
    expect(folderCycles(folder, 'worker')).toHaveLength(1)
  })
})
