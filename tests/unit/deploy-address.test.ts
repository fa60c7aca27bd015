// Where the name of the site leads: to the pages by itself, or to a machine of our own before them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addressStep } from '#scripts/deploy/address.ts'
import { readSettings } from '#scripts/deploy/stage.ts'
import { deploymentWorld } from '../support/node/deployment.ts'
import { stageSettings } from '../support/node/stand-in-account.ts'

const world = deploymentWorld()

const record = (content: string, type = 'A') =>
  world.cloud.account.records.push({ type, name: 'ai.my-company.ru', content })

describe('an address with a proxy before it', () => {
  const proxied = { ...stageSettings, proxy: ['198.51.100.20', '2001:DB8:0:0::20'] }

  test.each([
    ['none', [], 2],
    ['one', ['198.51.100.20'], 1]
  ])(
    'leads to all of the proxy’s, of which there was %s, and a second run changes nothing',
    async (_, known, count) => {
      for (const address of known) record(address)
      await world.run([addressStep], { settings: proxied })
      expect(world.cloud.changes()).toHaveLength(count)
      expect(world.cloud.account.records).toEqual([
        { type: 'A', name: 'ai.my-company.ru', content: '198.51.100.20' },
        { type: 'AAAA', name: 'ai.my-company.ru', content: '2001:db8::20' }
      ])
      const { body } = world.cloud.account.calls.findLast(({ method }) => method === 'POST')!
      expect(body).toMatchObject({ type: 'AAAA', proxied: false })
      await world.run([addressStep], { settings: proxied })
      expect(world.said.at(-1)).toContain('leads to your proxy 198.51.100.20, 2001:db8::20')
      expect(world.cloud.changes()).toEqual([])
    }
  )

  test.each([
    ['that is unknown', stageSettings, 'A', '192.0.2.7', 'CNAME ai-platform.pages.dev, proxied, or name the machine'],
    ['that is another', proxied, 'AAAA', '2001:db8::7', 'A 198.51.100.20, not proxied'],
    ['whose name leads to the pages', proxied, 'CNAME', 'ai-platform.pages.dev', 'A 198.51.100.20, not proxied']
  ])('%s is a person’s to decide', async (_, settings, type, content, todo) => {
    record(content, type)
    await expect(world.run([addressStep], { settings })).rejects.toThrow('Step 1 is yours')
    expect(world.said.join()).toContain(
      `leads to ${content}, which the settings do not name: turn that record into ${todo}`
    )
    expect(world.cloud.changes()).toEqual([])
  })
})

const readProxy = (proxy: unknown) => {
  const file = join(world.folder, 'stage.json')
  writeFileSync(file, JSON.stringify({ ...stageSettings, proxy }))
  return readSettings(file).proxy
}

test('one address of a proxy needs no list', () => {
  expect(readProxy('198.51.100.20')).toEqual(['198.51.100.20'])
})

test.each([[['198.51.100.20', 'proxy.my-company.ru']], [[]]])(
  'addresses of a proxy that are none (%j) are refused',
  (proxy) => {
    expect(() => readProxy(proxy)).toThrow('must be the address of your proxy, or a list of its addresses')
  }
)
