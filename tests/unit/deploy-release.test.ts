// How a version of the Worker gets its traffic, also where what is live is ill, and what a run does that finds it so.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answeringOrigin } from '#scripts/deploy/health.ts'
import { pagesStep, wantedPagesTag } from '#scripts/deploy/pages.ts'
import { release } from '#scripts/deploy/release.ts'
import { goThrough, type Step } from '#scripts/deploy/steps.ts'
import type { Version } from '../../sandbox/cloudflare/state.ts'
import { deploymentTo } from '../support/node/deployment.ts'
import { type StandInAccount, startAccount } from '../support/node/stand-in-account.ts'

let cloud: StandInAccount
let folder = ''
let said: string[]

beforeEach(async () => {
  cloud = await startAccount()
  folder = mkdtempSync(join(tmpdir(), 'release-'))
  said = []
})
afterEach(() => {
  cloud.close()
  rmSync(folder, { recursive: true })
})

const version = (number: number, isIll: boolean): Version => ({
  id: `version-${number}`,
  number,
  tag: null,
  secrets: [],
  isIll
})

/** Pages that are live, and the Worker's versions, of which the first has all traffic. */
function live({ versions, pages = true }: { versions: Version[]; pages?: boolean }) {
  cloud.account.scripts.push({
    name: 'ai-platform-api',
    versions,
    deployments: [{ id: 'first', versions: [{ version_id: versions[0]!.id, percentage: 100 }] }],
    migrationTag: 'v3',
    schedules: []
  })
  const deployments = pages ? [{ id: 'pages-1', tag: 'old', isIll: false }] : []
  cloud.account.projects.push({
    name: 'ai-platform',
    deployments,
    live: deployments[0]?.id ?? null,
    domains: [],
    config: null
  })
}

const deployment = () =>
  deploymentTo(cloud, {
    folder,
    print: (line) => void said.push(line),
    watchMs: 40,
    environment: { DEPLOY_HEALTH_ORIGIN: cloud.siteOrigin }
  })

const change = { next: 'version-2', before: 'version-1' }

const releasing = (made: ReturnType<typeof deployment>): Step => ({
  name: 'Worker',
  look: () => Promise.resolve({ is: 'missing', plan: [], make: () => release(made, change) })
})

const shares = () =>
  cloud.account.scripts[0]?.deployments
    .toReversed()
    .slice(1)
    .map(({ versions }) => versions.map((one) => `${one.version_id.at(-1)}: ${one.percentage}`).join(', '))

describe('a version', () => {
  test('that is well gets more and more of the traffic of one that is well', async () => {
    live({ versions: [version(1, false), version(2, false)] })
    await release(deployment(), change)
    expect(shares()).toEqual(['2: 10, 1: 90', '2: 50, 1: 50', '2: 100'])
  })

  test('that is ill gives it back', async () => {
    live({ versions: [version(1, false), version(2, true)] })
    const made = deployment()
    await expect(goThrough([releasing(made)], made)).rejects.toThrow(
      /ill: .*BAD_ENVIRONMENT.*\nVersion version-1 of the Worker has all traffic again/
    )
    expect(shares()).toEqual(['2: 10, 1: 90', '1: 100'])
  })

  test('repairs one that is ill: it gets all traffic at once, and keeps it', async () => {
    live({ versions: [version(1, true), version(2, false)] })
    const made = deployment()
    const failing: Step = { name: 'Pages', look: () => Promise.reject(new Error('the build broke')) }
    await expect(goThrough([releasing(made), failing], made)).rejects.toThrow('the build broke')
    expect(shares()).toEqual(['2: 100'])
    expect(said.join('\n')).toContain('what is live is ill')
  })

  test('that is as ill as the one before is left to the step of the pages, which takes it back', async () => {
    live({ versions: [version(1, true), version(2, true)] })
    const made = deployment()
    const failing: Step = { name: 'Pages', look: () => Promise.reject(new Error('the pages are ill')) }
    await expect(goThrough([releasing(made), failing], made)).rejects.toThrow('version-1 of the Worker has all')
    expect(shares()).toEqual(['2: 100', '1: 100'])
  })

  test('before the first pages gets everything at once, also when their project is there', async () => {
    live({ versions: [version(1, false), version(2, false)], pages: false })
    const made = deployment()
    expect(await answeringOrigin(made)).toBeNull()
    await release(made, change)
    expect(shares()).toEqual(['2: 100'])
  })

  test('gives back its share when Cloudflare fails in the middle', async () => {
    live({ versions: [version(1, false), version(2, false)] })
    const made = deployment()
    const { api } = made
    let posts = 0
    const breaking = {
      ...made,
      api: {
        ...api,
        post: (...asked: Parameters<typeof api.post>) =>
          ++posts === 2 ? Promise.reject(new Error('Cloudflare does not answer')) : api.post(...asked)
      } as typeof api
    }
    await expect(goThrough([releasing(breaking)], breaking)).rejects.toThrow(/does not answer\nVersion version-1/)
    expect(shares()).toEqual(['2: 10, 1: 90', '1: 100'])
  })
})

test('pages that were taken back are published again', async () => {
  live({ versions: [version(1, false)] })
  const [project] = cloud.account.projects
  const made = deployment()
  const first = await pagesStep(made).look()
  expect(first.is).toBe('missing')
  const tag = wantedPagesTag(made)
  project!.deployments = [
    { id: 'pages-2', tag, isIll: true },
    { id: 'pages-1', tag: 'old', isIll: false }
  ]
  project!.live = 'pages-1'
  expect((await pagesStep(made).look()).is).toBe('missing')
  project!.live = 'pages-2'
  await expect(pagesStep(made).look()).rejects.toThrow('/ of the new pages answers 500')
  project!.deployments[0]!.isIll = false
  expect(await pagesStep(made).look()).toEqual({ is: 'there', found: 'ai-platform, deployment pages-2' })
})
