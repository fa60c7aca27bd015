// Kills the whole local product while jobs run, and restarts it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { findFreePort } from '#scripts/ports.ts'
import type { Job } from '#contract/jobs.ts'
import type { TokenAccount } from '#contract/wallet.ts'
import { password } from '../support/e2e/account.ts'
import { type OwnProduct, startOwnProduct } from '../support/e2e/own-product.ts'
import { withHistories } from '../support/node/stopped-databases.ts'

const users = 4
const jobsEach = 5
const bonus = 10

let product: OwnProduct | undefined
const dataFolder = mkdtempSync(join(tmpdir(), 'killed-'))

afterEach(async () => {
  await product?.kill()
  rmSync(dataFolder, { recursive: true, force: true })
})

async function api<Data>(path: string, body?: object, headers: Record<string, string> = {}): Promise<Data> {
  const response = await fetch(`${product?.siteOrigin}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) })
  })
  const envelope = (await response.json()) as { success: boolean; data: Data }
  if (!envelope.success) throw new Error(`${path}: ${response.status} ${JSON.stringify(envelope)}`)
  return envelope.data
}

async function newUser(number: number): Promise<Record<string, string>> {
  const email = `user-${number}@example.com`
  await api('/auth/register', { email, password, consents: { offer: true, personalData: true } })
  const link = await vi.waitUntil(
    async () => {
      const letters = await (await fetch(`${product?.sandboxOrigin}/mail.json?to=${email}`)).json()
      return /verify-email\?token=(\S+)/.exec(letters[0]?.text ?? '')?.[1]
    },
    { timeout: 30_000 }
  )
  const { tokens } = await api<{ tokens: { accessToken: string } }>(`/auth/verify-email/${link}`)
  return { authorization: `Bearer ${tokens.accessToken}` }
}

const downMs = 3 * 60_000

/**
 * Moves what the killed steps left to three minutes ago, as if the product had been down for so long. A running step
 * holds its job by a lease of more than a minute, which the test would otherwise wait for.
 */
function stayDown() {
  const moved = withHistories(dataFolder, (history) =>
    Number(
      history.prepare('update jobs set due_at = due_at - ?, lease_until = lease_until - ?').run(downMs, downMs).changes
    )
  )
  expect(moved.reduce((sum, changes) => sum + changes, 0)).toBe(users * jobsEach)
}

const jobsOf = async (user: Record<string, string>) =>
  (await api<{ jobs: Job[] }>('/jobs?limit=100', undefined, user)).jobs
/** Ended, or `checking`: killed during the call to the provider, so that its outcome is unknown until a deadline. */
const isSettled = ({ state, chargedTokens }: Job) => state === 'checking' || chargedTokens !== null

test(
  'a product killed during twenty jobs settles all of them after a restart; none is lost or charged twice',
  { timeout: 600_000 },
  async () => {
    const ports = { port: await findFreePort(), sandboxPort: await findFreePort() }
    product = await startOwnProduct({ ...ports, dataFolder })
    const people = await Promise.all(Array.from({ length: users }, (_, number) => newUser(number)))
    await Promise.all(
      people.flatMap((person, number) =>
        Array.from({ length: jobsEach }, (__, index) =>
          api(
            '/ai/image/flux',
            { prompt: `Картинка ${number}-${index}` },
            { ...person, 'idempotency-key': `job-${number}-${index}-key`, prefer: 'respond-async' }
          )
        )
      )
    )
    const all = async () => (await Promise.all(people.map(jobsOf))).flat()
    await vi.waitUntil(async () => (await all()).some(({ state }) => state === 'completed'), {
      timeout: 120_000,
      interval: 100
    })
    await product.kill()
    stayDown()

    product = await startOwnProduct({ ...ports, dataFolder })
    const jobs = await vi.waitUntil(
      async () => {
        const now = await all()
        return now.every(isSettled) && now
      },
      { timeout: 400_000, interval: 1000 }
    )

    expect(jobs.map(({ id }) => id).toSorted()).toEqual(
      people
        .flatMap((_, number) => Array.from({ length: jobsEach }, (__, index) => `job-${number}-${index}-key`))
        .toSorted()
    )
    for (const { state, chargedTokens, files } of jobs) {
      if (state === 'checking') continue
      expect([chargedTokens, files.length]).toEqual(state === 'completed' ? [1, 1] : [0, 0])
    }
    const downloads = await Promise.all(
      jobs.flatMap(({ files }) => files.map(async ({ url }) => (await fetch(url)).status))
    )
    expect(new Set(downloads)).toEqual(new Set([200]))
    for (const person of people) {
      const own = await jobsOf(person)
      const charged = own.filter(({ state }) => state === 'completed').length
      const waiting = own.filter(({ state }) => state === 'checking').length
      expect(await api<TokenAccount>('/user/tokens', undefined, person)).toMatchObject({
        tokens: bonus - charged - waiting,
        reservedTokens: waiting,
        totalUsedTokens: charged
      })
    }
  }
)
