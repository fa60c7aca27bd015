// Where the name of the site leads: to the pages by itself, or to a machine of our own before them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { domainStep } from '#scripts/deploy/pages.ts'
import { readSettings } from '#scripts/deploy/stage.ts'
import { goThrough } from '#scripts/deploy/steps.ts'
import { deploymentTo } from '../support/node/deployment.ts'
import { type StandInAccount, stageSettings, startAccount } from '../support/node/stand-in-account.ts'

let cloud: StandInAccount
let folder = ''
let said: string[]

beforeEach(async () => {
  cloud = await startAccount()
  folder = mkdtempSync(join(tmpdir(), 'proxy-'))
  said = []
})
afterEach(() => {
  cloud.close()
  rmSync(folder, { recursive: true })
})

/** Goes through the step of the address. */
async function run(settings: typeof stageSettings & { proxy?: string[] }) {
  const made = deploymentTo(cloud, { folder, settings, print: (line) => void said.push(line) })
  await goThrough([domainStep(made)], made)
}

const record = (content: string, type = 'A') => cloud.account.records.push({ type, name: 'ai.my-company.ru', content })

describe('an address with a proxy before it', () => {
  const proxied = { ...stageSettings, proxy: ['198.51.100.20', '2001:DB8:0:0::20'] }

  test.each([
    ['none', [], 2],
    ['one', ['198.51.100.20'], 1]
  ])(
    'leads to all of the proxy’s addresses, of which there was %s, and a second run changes nothing',
    async (_, known, count) => {
      for (const address of known) record(address)
      await run(proxied)
      expect(cloud.changes()).toHaveLength(count)
      expect(cloud.account.records).toEqual([
        { type: 'A', name: 'ai.my-company.ru', content: '198.51.100.20' },
        { type: 'AAAA', name: 'ai.my-company.ru', content: '2001:db8::20' }
      ])
      const { body } = cloud.account.calls.findLast(({ method }) => method === 'POST')!
      expect(body).toMatchObject({ type: 'AAAA', proxied: false })
      await run(proxied)
      expect(said.at(-1)).toContain('leads to your proxy 198.51.100.20, 2001:db8::20')
      expect(cloud.changes()).toEqual([])
    }
  )

  test.each([
    ['that nobody named', stageSettings, 'A', '192.0.2.7', 'leads to 192.0.2.7, which is no proxy of the settings'],
    ['that is another', proxied, 'AAAA', '2001:db8::7', 'leads to 2001:db8::7, which is no proxy of the settings'],
    [
      'whose name leads to the pages',
      proxied,
      'CNAME',
      'ai-platform.pages.dev',
      'Turn the CNAME of ai.my-company.ru into the record A 198.51.100.20, not proxied'
    ]
  ])('%s is a person’s to decide', async (_, settings, type, content, todo) => {
    record(content, type)
    await expect(run(settings)).rejects.toThrow('Step 1 is yours')
    expect(said.join()).toContain(todo)
    expect(cloud.changes()).toEqual([])
  })
})

test('one address of a proxy needs no list', () => {
  const file = join(folder, 'stage.json')
  writeFileSync(file, JSON.stringify({ ...stageSettings, proxy: '198.51.100.20' }))
  expect(readSettings(file).proxy).toEqual(['198.51.100.20'])
})

test.each([[['198.51.100.20', 'proxy.my-company.ru']], [[]]])(
  'addresses of a proxy that are none (%j) are refused',
  (proxy) => {
    const file = join(folder, 'stage.json')
    writeFileSync(file, JSON.stringify({ ...stageSettings, proxy }))
    expect(() => readSettings(file)).toThrow('must be the address of your proxy, or a list of its addresses')
  }
)
