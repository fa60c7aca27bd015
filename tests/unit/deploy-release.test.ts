// How a version of the Worker gets its traffic, also where what is live is ill, and what a run does that finds it so.
import { describe, expect, test } from 'vitest'
import { fingerprintOf } from '#scripts/base/fingerprint.ts'
import { root } from '#scripts/base/root.ts'
import { scriptInputs } from '#scripts/base/worker-script.ts'
import type { Deployment } from '#scripts/deploy/deployment.ts'
import { answeringOrigin, watchMsOf } from '#scripts/deploy/health.ts'
import { pagesStep, wantedPagesTag } from '#scripts/deploy/pages.ts'
import { release } from '#scripts/deploy/release.ts'
import { missing, type Step } from '#scripts/deploy/steps.ts'
import { workerStep } from '#scripts/deploy/worker.ts'
import { deploymentWorld } from '../support/node/deployment.ts'

const world = deploymentWorld()

/** Pages that are live, and the Worker's versions, of which the first has all traffic. @param ill which of these are */
function live(ill: boolean[], pages = true) {
  world.cloud.account.scripts.push({
    name: 'ai-platform-api',
    versions: ill.map((isIll, index) => ({
      id: `version-${index + 1}`,
      number: index + 1,
      tag: null,
      secrets: [],
      isIll
    })),
    deployments: [{ id: 'first', versions: [{ version_id: 'version-1', percentage: 100 }] }],
    migrationTag: 'v1',
    schedules: []
  })
  const project = { name: 'ai-platform', deployments: [{ id: 'pages-1', tag: 'old', isIll: false }], domains: [] }
  world.cloud.account.projects.push({ ...project, live: pages ? 'pages-1' : null })
}

const change = () => ({ watchMs: 40, environment: { DEPLOY_HEALTH_ORIGIN: world.cloud.siteOrigin } })

const releasing = (made: Deployment): Step => ({
  name: 'Worker',
  look: () => Promise.resolve(missing([], () => release(made, { next: 'version-2', before: 'version-1' })))
})

const failing = (): Step => ({ name: 'Pages', look: () => Promise.reject(new Error('the build broke')) })

const shares = () =>
  world.cloud.account.scripts[0]?.deployments
    .toReversed()
    .slice(1)
    .map(({ versions }) => versions.map((one) => `${one.version_id.at(-1)}: ${one.percentage}`).join(', '))

describe('a version', () => {
  test('that is well gets more and more of the traffic of one that is well', async () => {
    live([false, false])
    await world.run([releasing], change())
    expect(shares()).toEqual(['2: 10, 1: 90', '2: 50, 1: 50', '2: 100'])
  })

  test('that is ill gives it back', async () => {
    live([false, true])
    await expect(world.run([releasing], change())).rejects.toThrow(
      /ill: .*BAD_ENVIRONMENT.*\nVersion version-1 of the Worker has all traffic again/
    )
    expect(shares()).toEqual(['2: 10, 1: 90', '1: 100'])
  })

  test('repairs one that is ill: it gets all traffic at once, and keeps it', async () => {
    live([true, false])
    await expect(world.run([releasing, failing], change())).rejects.toThrow('the build broke')
    expect(shares()).toEqual(['2: 100'])
    expect(world.said.join('\n')).toContain('what is live is ill')
  })

  test('that is as ill as the one before is left to the step of the pages, which takes it back', async () => {
    live([true, true])
    await expect(world.run([releasing, failing], change())).rejects.toThrow('version-1 of the Worker has all')
    expect(shares()).toEqual(['2: 100', '1: 100'])
  })

  test('before the first pages gets everything at once, also when their project is there', async () => {
    live([false, false], false)
    expect(await answeringOrigin(await world.run([releasing], change()))).toBeNull()
    expect(shares()).toEqual(['2: 100'])
  })

  test('gives back its share when Cloudflare fails in the middle', async () => {
    live([false, false])
    let posts = 0
    const { api } = world.deployment()
    const post: typeof api.post = (...asked) =>
      ++posts === 2 ? Promise.reject(new Error('Cloudflare does not answer')) : api.post(...asked)
    await expect(world.run([releasing], { ...change(), api: { ...api, post } })).rejects.toThrow(
      /does not answer\nVersion version-1/
    )
    expect(shares()).toEqual(['2: 10, 1: 90', '1: 100'])
  })
})

test('a version that a run before has uploaded is released and not uploaded again, the newest of its tag', async () => {
  live([false, false, false])
  const { versions } = world.cloud.account.scripts[0]!
  const { config } = world.deployment()
  const tag = fingerprintOf(scriptInputs, JSON.stringify(config).replaceAll(root, '')).slice(0, 24)
  for (const version of versions.slice(1)) version.tag = tag
  await world.run([workerStep], change())
  expect(world.said).toContain('      + upload a version of ai-platform-api, with 0 new secrets')
  expect(shares()).toEqual(['3: 10, 1: 90', '3: 50, 1: 50', '3: 100'])
  expect(world.cloud.changes().map((call) => call.split('/').at(-1))).toEqual(Array(3).fill('deployments'))
  await world.run([workerStep], change())
  expect(world.said.at(-1)).toMatch(/Worker: ai-platform-api, version version-3$/)
  expect(world.cloud.changes()).toEqual([])
})

test('pages that were taken back are published again', async () => {
  live([false])
  const [project] = world.cloud.account.projects
  const made = world.deployment(change())
  const look = () => pagesStep(made).look()
  expect((await look()).is).toBe('missing')
  project!.deployments.unshift({ id: 'pages-2', tag: wantedPagesTag(made), isIll: true })
  expect((await look()).is).toBe('missing')
  project!.live = 'pages-2'
  await expect(look()).rejects.toThrow('The new pages are ill: / answers 500')
  project!.deployments[0]!.isIll = false
  expect(await look()).toEqual({ is: 'there', found: 'ai-platform, deployment pages-2' })
})

test('how long a share is watched is a number of seconds', () => {
  expect([watchMsOf({}), watchMsOf({ DEPLOY_WATCH_SECONDS: '0' })]).toEqual([60_000, 0])
  for (const value of ['long', '-1', '1e9', 'Infinity'])
    expect(() => watchMsOf({ DEPLOY_WATCH_SECONDS: value })).toThrow('must be a number of seconds')
})
