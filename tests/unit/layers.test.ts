import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'
import { strayImports } from '../support/node/layers.ts'

test('the product has no imports across its layers', () => {
  expect(strayImports(root)).toEqual([])
})

describe('a planted import', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'layers-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const plant = (file: string, source: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), source)
    return strayImports(folder)
  }

  test.each([
    ['contract/a.ts', `import { b } from '#domain/b.ts'`, 'contract may not import domain'],
    ['contract/a.ts', `import { Hono } from 'hono'`, 'contract may not use a package'],
    ['formats/a.ts', `import { priceOf } from '#contract/price.ts'`, 'formats may not import contract'],
    ['formats/a.ts', `import { crc32 } from 'node:zlib'`, 'formats may not use a package'],
    ['data/a.ts', `import { inspectMedia } from '#formats/media-inspect.ts'`, 'data may not import formats'],
    ['domain/a.ts', `import type { Users } from '#data/directory/users.ts'`, 'domain may not import data'],
    ['domain/a.ts', `import { readFileSync } from 'node:fs'`, 'domain may not use a package'],
    ['data/a.ts', `export { Wallet } from '#durable-objects/wallet.ts'`, 'data may not import durable-objects'],
    ['providers/a.ts', `export * from '#domain/ledger.ts'`, 'providers may not import domain'],
    ['durable-objects/a.ts', `export type { App } from '#worker/app.ts'`, 'durable-objects may not import worker'],
    ['worker/a.ts', `const load = () => import('#sandbox/app.ts')`, 'worker may not import sandbox'],
    ['reader/a.ts', `import { users } from '#data/directory/users.ts'`, 'reader may not import data'],
    ['queues/a.ts', `import { readDocument } from '#reader/read-document.ts'`, 'queues may not import reader'],
    ['web/src/a.tsx', `let ledger: import('#domain/ledger.ts').Ledger`, 'web may not import domain'],
    ['sandbox/a.ts', `import { chatPages } from '#contract/catalogue/chat.ts'`, 'sandbox may not import contract'],
    ['register/a.ts', `import { users } from '#data/directory/users.ts'`, 'register may not import data'],
    ['worker/a.ts', `import { readRegister } from '#register/app.ts'`, 'worker may not import register'],
    ['worker/a.ts', `import { startProduct } from '#scripts/product.ts'`, 'worker may not import scripts'],
    ['web/src/a.ts', `import '#tests/support/a.ts'`, 'web may not import tests']
  ])('in %s is reported: %s', (file, source, problem) => {
    expect(plant(file, source)).toEqual([expect.stringMatching(new RegExp(`^${file} imports .*: ${problem}$`))])
  })

  test.each([
    [
      'worker/routes/a.ts',
      `import { users } from '../../data/users.ts'`,
      'imports of another layer are written #data/users.ts'
    ],
    ['worker/routes/a.ts', `import { serve } from '#worker/serve.ts'`, 'imports inside a layer are relative'],
    ['worker/a.ts', `import { users } from '#data/users'`, 'imports name the file with its extension']
  ])('in a wrong spelling in %s is reported: %s', (file, source, problem) => {
    expect(plant(file, source)).toEqual([`${file} imports ${source.split("'")[1]}: ${problem}`])
  })

  test.each([
    ['durable-objects/a.ts', `import { price } from '#contract/a.ts'\nimport { openAi } from '#providers/openai.ts'`],
    ['web/src/a.ts', `import { jpegStructure } from '#formats/jpeg-metadata.ts'`],
    ['web/src/a.tsx', `import { useState } from 'react'\nimport { b } from './b.ts'\nimport './a.css'`],
    ['contract/a.ts', `import { z } from 'zod'\nexport const text = \`import { b } from '#domain/b.ts'\``],
    ['tests/unit/a.test.ts', `import { anything } from '#sandbox/app.ts'`],
    ['sandbox/tests/a.test.ts', `import { inspectMedia } from '#domain/a.ts'`]
  ])('in %s that is allowed is not reported', (file, source) => {
    expect(plant(file, source)).toEqual([])
  })
})
