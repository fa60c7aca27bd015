// While password hashing queues, strangers prove some work before anything is hashed.
import { describe, expect, test, vi } from 'vitest'
import { readChallenge } from '#contract/proof-of-work.ts'
import { addAccount, type Answered, consents, newAddress, password } from '#tests/support/worker/account.ts'
import {
  type Ask,
  asking,
  challengeOf,
  crowd,
  type Host,
  newHost,
  resetLinkOf,
  signingIn,
  watchHashing
} from '#tests/support/worker/crowding.ts'
import { solveChallenge } from '#web/src/base/session/solve-challenge.ts'
import { emptyTurns, turns } from '#worker/crypto/hashing-turns.ts'

const scrypt = watchHashing()

async function proofFor(refused: Answered): Promise<string> {
  const proof = await solveChallenge(challengeOf(refused))
  if (proof === null) throw new Error('The browser does not understand the challenge')
  return proof
}

const shapeOf = ({ status, body }: Answered) => ({ status, ...body, data: Object.keys(body.data ?? {}) })

const newPassword = 'Another-Horse8!'

const hashingCalls: [name: string, make: () => Promise<{ ask: Ask; hashes: number }>][] = [
  ['signing in', async () => ({ ask: signingIn((await addAccount()).email), hashes: 1 })],
  ['registering', async () => ({ ask: asking('register', { email: newAddress(), password, consents }), hashes: 1 })],
  [
    'setting a new password',
    async () => {
      const token = await resetLinkOf((await addAccount()).email)
      return { ask: asking('reset-password-confirm', { token, newPassword }), hashes: 1 }
    }
  ]
]

describe.each(hashingCalls)('a stranger who is %s', (_, make) => {
  test('is asked for no proof while hashing is calm', async () => {
    const { ask } = await make()
    expect((await ask()).status).toBe(200)
  })

  test('proves some work while hashing queues, and only then something is hashed', async () => {
    const { ask, hashes } = await make()
    crowd()
    scrypt.mockClear()
    const refused = await ask()
    expect(scrypt).not.toHaveBeenCalled()
    expect((await ask(await proofFor(refused))).status).toBe(200)
    expect(scrypt).toHaveBeenCalledTimes(hashes)
  })
})

test('a challenge is no harder than a slow phone can bear, and harder the longer people wait', async () => {
  const email = newAddress()
  const bits = []
  for (const waitMs of [1200, 3000, 6000, 12_000, 20_000]) {
    crowd('other', waitMs)
    bits.push(readChallenge(challengeOf(await signingIn(email)()))?.bits)
  }
  expect(bits).toEqual([12, 13, 14, 15, 15])
})

test('the answer is the same for an address with and without an account, and uses up no user’s attempt', async () => {
  const { email } = await addAccount()
  crowd()
  const ask = signingIn(email)
  const refused = []
  for (let tries = 0; tries < 15; tries++) refused.push(await ask())
  const unknown = await signingIn(newAddress())()
  expect(refused.map(shapeOf)).toEqual(Array(15).fill(shapeOf(unknown)))
  expect((await ask(await proofFor(refused[0]!))).status).toBe(200)
})

describe('nothing is hashed for a proof', () => {
  test.each<[string, (proof: string) => string]>([
    ['that was not solved', (proof) => proof.replace(/~.*/, `~${Array(8).fill('00000000').join('.')}`)],
    ['with seven parts', (proof) => proof.slice(0, proof.lastIndexOf('.'))],
    ['of another expiry', (proof) => proof.replace(/^\d+/, String(Date.now() + 600_000))],
    ['of an easier challenge', (proof) => proof.replace(/\.\d\d_/, '.01_')],
    ['that is no proof', () => "' or 1=1 --"]
  ])('%s', async (_, spoil) => {
    const ask = signingIn((await addAccount()).email)
    crowd()
    scrypt.mockClear()
    challengeOf(await ask(spoil(await proofFor(await ask()))))
    expect(scrypt).not.toHaveBeenCalled()
  })

  test('that has been used', async () => {
    const ask = signingIn((await addAccount()).email, 'Wrong-Horse1!')
    crowd()
    scrypt.mockClear()
    const proof = await proofFor(await ask())
    expect((await ask(proof)).status).toBe(401)
    challengeOf(await ask(proof))
    expect(scrypt).toHaveBeenCalledTimes(1)
  })

  test('that has been used in one of two parallel calls', async () => {
    const ask = signingIn((await addAccount()).email, 'Wrong-Horse1!')
    crowd()
    scrypt.mockClear()
    const proof = await proofFor(await ask())
    const statuses = (await Promise.all([ask(proof), ask(proof)])).map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([401, 428])
  })

  test('that is two minutes old', async () => {
    const ask = signingIn((await addAccount()).email)
    crowd()
    scrypt.mockClear()
    const proof = await proofFor(await ask())
    vi.setSystemTime(Date.now() + 120_000)
    crowd()
    scrypt.mockClear()
    challengeOf(await ask(proof))
  })

  test.each<[string, (email: string, host: Host) => Ask]>([
    ['for another address', (_, host) => signingIn(newAddress(), password, host)],
    ['from another network', (email) => signingIn(email)],
    ['for another call', (email, host) => asking('register', { email, password, consents }, host)]
  ])('that was made %s', async (_, other) => {
    const { email } = await addAccount()
    crowd()
    scrypt.mockClear()
    const host = newHost()
    const proof = await proofFor(await signingIn(email, password, host)())
    challengeOf(await other(email, host)(proof))
    expect(scrypt).not.toHaveBeenCalled()
  })
})

test('the bearer of a pass is never asked', async () => {
  const { email } = await addAccount()
  const token = await resetLinkOf(email)
  const reset = await asking('reset-password-confirm', { token, newPassword })()
  crowd()
  crowd('known')
  const ask = signingIn(email, newPassword)
  expect((await ask(undefined, { pass: reset.body.data?.pass })).status).toBe(200)
  challengeOf(await ask(undefined, { pass: 'made up' }))
})

test('of a crowd that comes at the same moment only the first few are hashed without a proof', async () => {
  // With turns of their usual length, while the clock stands still, so that none of them is over.
  Object.assign(turns, emptyTurns())
  const crowded = await Promise.all(Array.from({ length: 12 }, () => signingIn(newAddress())()))
  expect(crowded.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    ...Array<number>(4).fill(401),
    ...Array<number>(8).fill(428)
  ])
})

test('strangers are asked for a quarter of a minute after the crowd, and then no more', async () => {
  const ask = signingIn((await addAccount()).email)
  crowd('other', 1200)
  challengeOf(await ask())
  vi.setSystemTime(Date.now() + 14_000)
  challengeOf(await ask())
  vi.setSystemTime(Date.now() + 1000)
  expect((await ask()).status).toBe(200)
})
