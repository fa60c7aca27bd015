import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { joinProof, proofBits, proofParts, proofText, readChallenge, splitProof } from '#contract/proof-of-work.ts'
import { bitsFor, isSolved } from '#domain/proof-of-work.ts'
import { blockOf, firstWordOf, solveChallenge } from '#web/src/base/session/solve-challenge.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const challengeOf = (bits: number, letter = 'a') => `1795000000000.${bits}_${letter.repeat(22)}.${'s'.repeat(43)}`

describe('the hash that the browser computes', () => {
  const texts = [
    '',
    'abc',
    'a'.repeat(55),
    ...Array.from({ length: 500 }, (_, seed) => proofText(`12_${seed}`, 7, '0'))
  ]

  test('is SHA-256', () => {
    const words = texts.map((text) => firstWordOf(new DataView(blockOf(text).buffer)))
    expect(words).toEqual(texts.map((text) => sha256(text).readInt32BE()))
  })

  test('is of texts that fit one block', () => {
    const { id } = readChallenge(challengeOf(12))!
    expect(proofText(id, proofParts - 1, 'f'.repeat(8)).length).toBeLessThanOrEqual(55)
  })
})

/** Whether a proof is right when each of its hashes begins with these bytes. */
const solved = (bits: number, bytes: number[]) => isSolved({ id: 'x', bits }, ['0', '1'], () => Uint8Array.from(bytes))

describe('a proof', () => {
  test('that the browser finds is right', async () => {
    const challenge = challengeOf(10)
    const sent = splitProof((await solveChallenge(challenge))!)!
    expect(sent.challenge).toBe(challenge)
    expect(isSolved(readChallenge(challenge)!, sent.nonces, sha256)).toBe(true)
    expect(isSolved(readChallenge(challengeOf(10, 'b'))!, sent.nonces, sha256)).toBe(false)
    expect(isSolved(readChallenge(challengeOf(25))!, sent.nonces, sha256)).toBe(false)
  })

  test('is right when every hash begins with enough zero bits', () => {
    expect([solved(12, [0, 15, 255]), solved(13, [0, 15, 255]), solved(13, [0, 7, 255])]).toEqual([true, false, true])
    expect([solved(16, [0, 0, 1]), solved(24, [0, 0, 0])]).toEqual([true, true])
    expect(isSolved({ id: 'x', bits: 8 }, ['0', '1'], (text) => Uint8Array.of(text.endsWith('1') ? 128 : 0))).toBe(
      false
    )
  })

  test.each([
    ['', null],
    [joinProof('challenge', Array(7).fill('00000000')), null],
    [joinProof('challenge', Array(9).fill('00000000')), null],
    [joinProof('challenge', Array(8).fill('0000000')), null],
    [joinProof('challenge', Array(8).fill('0000000G')), null],
    [joinProof('challenge', Array(8).fill('0000000f')), { challenge: 'challenge', nonces: Array(8).fill('0000000f') }]
  ])('is read strictly: %s', (proof, expected) => {
    expect(splitProof(proof)).toEqual(expected)
  })

  test('is not looked for when the challenge is malformed', async () => {
    for (const challenge of ['', 'later', challengeOf(12).replace('_', '-'), `${challengeOf(12)}.`])
      expect(await solveChallenge(challenge)).toBeNull()
  })
})

test('the work grows with the wait and stays below two seconds of a slow phone', () => {
  const triesASecond = 200_000
  const bits = [0, 1, 1200, 2400, 4800, 9600, 20_000, Infinity].map(bitsFor)
  expect(bits).toEqual([12, 12, 12, 13, 14, 15, 15, 15])
  // Each part takes 2^bits tries on average, and with a standard deviation of as many.
  const mean = proofParts * 2 ** proofBits.max
  expect(mean / triesASecond).toBeLessThan(1.4)
  expect((mean + Math.sqrt(proofParts) * 2 ** proofBits.max) / triesASecond).toBeLessThan(2)
})

test('the search leaves the page time: no slice is longer than a frame', async () => {
  const gaps: number[] = []
  let [last, isDone] = [performance.now(), false]
  const listen = () => {
    gaps.push(performance.now() - last)
    last = performance.now()
    if (!isDone) setImmediate(listen)
  }
  setImmediate(listen)
  await solveChallenge(challengeOf(15))
  isDone = true
  expect(gaps.length).toBeGreaterThan(2)
  expect(gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)]).toBeLessThan(50)
})
