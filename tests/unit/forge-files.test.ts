import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stageConfig } from '#scripts/deploy/config.ts'
import { secretsOf } from '#scripts/deploy/secret-list.ts'
import { root } from '#scripts/root.ts'
import { stageSettings } from '../support/node/stand-in-account.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

test.each(['.github/workflows/ci.yml', '.gitlab-ci.yml'])('%s runs all checks, and deploys by hand', (file) => {
  const text = read(file)
  expect(text).toMatch(/^ +- (run: )?\.ci\/run$/m)
  expect(text).toContain('npm run deploy -- "$STAGE"')
  expect(text).toMatch(/when: manual|workflow_dispatch:/)
})

test('the forge that names each secret names all that a deployment without a terminal needs', () => {
  const needed = secretsOf(stageConfig('production', stageSettings)).flatMap(({ name, from }) =>
    from === 'made' ? [] : [name]
  )
  const given = [...read('.github/workflows/ci.yml').matchAll(/secrets\.([A-Z_]+)/g)].map(([, name]) => name)
  expect(given.toSorted()).toEqual(['CLOUDFLARE_API_TOKEN', ...needed].toSorted())
})
