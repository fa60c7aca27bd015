import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stageConfig } from '#scripts/deploy/config.ts'
import { optionalSecrets, secretsOf } from '#scripts/deploy/secret-list.ts'
import { root } from '#scripts/base/root.ts'
import { stageSettings } from '../support/node/stand-in-account.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

test.each(['.github/workflows/ci.yml', '.gitlab-ci.yml'])('%s runs all checks, and deploys by hand', (file) => {
  const text = read(file)
  expect(text).toMatch(/^ +- (run: )?\.ci\/run$/m)
  expect(text).toContain('npm run deploy -- "$STAGE"')
  expect(text).toMatch(/when: manual|workflow_dispatch:/)
})

/** Settings that make every conditional secret necessary. */
const variables = {
  ...stageSettings.variables,
  CHAT_SUPPLIER_URL: 'https://reseller.my-company.ru/v1',
  MAIL_TRANSPORT: 'unisender',
  YANDEX_ID_CLIENT: 'a',
  VK_ID_CLIENT: 'b',
  ALARM_TELEGRAM_CHAT_ID: '100500',
  ALARM_WEBHOOK_URL: 'https://pager.my-company.ru/alarms'
}
const secrets = [
  'CLOUDFLARE_API_TOKEN',
  ...secretsOf(stageConfig('production', { ...stageSettings, variables })).map(({ name }) => name),
  ...optionalSecrets
]

test('GitHub hands every secret of the list to the deployment, and none to what is installed before it', () => {
  const [before = '', deploying = ''] = read('.github/workflows/ci.yml').split('- run: npm run deploy')
  const given = [...deploying.matchAll(/^ +([A-Z_]+): \$\{\{ secrets\.([A-Z_]+) \}\}$/gm)]
  expect(given.map(([, name]) => name).toSorted()).toEqual(secrets.toSorted())
  expect(given.filter(([, name, secret]) => name !== secret)).toEqual([])
  expect(before).not.toMatch(/\$\{\{ secrets\./)
  expect(before).toContain('- run: npm ci')
})

test('GitLab, where variables are in every command, names every secret and installs without them', () => {
  const text = read('.gitlab-ci.yml')
  expect(secrets.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
  expect(text).toMatch(/- env -i PATH="\$PATH" HOME="\$HOME" npm ci .*\n +- npm run deploy/)
})
