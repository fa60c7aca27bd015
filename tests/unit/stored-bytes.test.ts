// What rows and files count, in the numbers that the triggers of the histories count with (migrations/history).
import { describe, expect, test } from 'vitest'
import { accountPlans, fileLimits, storageLimits } from '#contract/catalogue/plans.ts'
import {
  attachmentBytes,
  conversationBytes,
  copiesBytes,
  dayRule,
  fileDayRule,
  folderBytes,
  hasFileRoom,
  hasRoom,
  instructionBytes,
  jobBytes,
  messageBytes,
  shareBytes,
  withBooks
} from '#domain/stored-bytes.ts'
import { factsOf, now } from '../support/plan-facts.ts'

describe('a row counts its allowance and the bytes of its texts', () => {
  // Letters of two bytes.
  test.each([
    ['a conversation', conversationBytes('Сланец'), 300 + 12],
    ['a folder', folderBytes('Камни'), 100 + 10],
    ['a message', messageBytes('Что это?', 'gpt-4o'), 200 + 14 + 6],
    ['a message with thinking and without sources', messageBytes('да', 'o3', 'так', null), 200 + 4 + 2 + 6],
    ['copies of three messages', copiesBytes(3, 50), 3 * 200 + 50],
    ['a role', instructionBytes({ name: 'Юрист', instruction: 'кратко' }), 200 + 10 + 12],
    ['the instruction of a conversation', instructionBytes({ name: null, instruction: 'кратко' }), 200 + 12],
    ['a job', jobBytes({ prompt: 'кот' }, { size: 1 }), 1000 + '{"prompt":"..."}'.length + 3 + '{"size":1}'.length],
    ['a shared conversation', shareBytes('Сланец', 7000), 500 + 12 + 7000],
    ['an attached file', attachmentBytes('кот.png'), 600 + 10],
    ['an operation with its lines in the books', withBooks(250), 1000 + 250]
  ])('%s', (_, bytes, expected) => {
    expect(bytes).toBe(expected)
  })
})

describe.each(accountPlans)('the plan %s', (plan) => {
  const facts = factsOf[plan]

  test('has room for rows up to its last byte', () => {
    const { bytesMax } = storageLimits[plan]
    const hasRoomFor = (bytes: number) => hasRoom({ ...facts, storedBytes: bytesMax - 500 }, bytes, now)
    expect([hasRoomFor(500), hasRoomFor(501)]).toEqual([true, false])
  })

  test('has room for files up to its last byte', () => {
    const { bytesMax } = fileLimits[plan]
    const hasRoomFor = (bytes: number) => hasFileRoom(facts, bytesMax - 500, bytes, now)
    expect([hasRoomFor(500), hasRoomFor(501)]).toEqual([true, false])
  })

  test('counts the bytes of a day one by one, those of files in kilobytes that have begun', () => {
    expect(dayRule(facts, 1500, now).count).toBe(1500)
    expect([1, 1000, 1001].map((bytes) => fileDayRule(facts, bytes, now).count)).toEqual([1, 1, 2])
  })
})
