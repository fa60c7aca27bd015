// Each limit that we declare is one that its bucket can keep: the bucket of a user throws at any other, and a user who has paid the
// most was once refused by that.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { experimental_readRawConfig, type Unstable_RawConfig } from 'wrangler'
import { promptLengthMax } from '#contract/answers.ts'
import { attachmentLimits } from '#contract/catalogue/attachments.ts'
import { accountPlans, dictationLimits, fileLimits, storageLimits } from '#contract/catalogue/plans.ts'
import { transcription } from '#contract/catalogue/transcription.ts'
import { isBucketRule } from '#domain/bucket.ts'
import { dictationDayText, dictationRule } from '#domain/dictation.ts'
import { parseEnvironment } from '#domain/environment.ts'
import { attachmentBytes, dayRule, fileDayRule, messageBytes, withBooks } from '#domain/stored-bytes.ts'
import { root } from '#scripts/base/root.ts'
import { factsOf, now } from '../support/plan-facts.ts'

describe.each(accountPlans)('the plan %s', (plan) => {
  const facts = factsOf[plan]

  test('has a day of texts and a day of files that its bucket can count', () => {
    const rules = [dayRule(facts, 1, now), fileDayRule(facts, 1, now)]
    expect(rules.filter((rule) => !isBucketRule(rule))).toEqual([])
    expect(rules.map(({ limit }) => limit)).toEqual([
      storageLimits[plan].bytesPerDay,
      fileLimits[plan].bytesPerDay / 1000
    ])
  })

  test('lets each file and the longest question pass in one day', () => {
    const files = Object.values(attachmentLimits.bytesMax).map((bytes) => fileDayRule(facts, bytes, now))
    const texts = [
      attachmentBytes('я'.repeat(attachmentLimits.nameLengthMax)),
      withBooks(messageBytes('漢'.repeat(promptLengthMax), 'gpt-4o'))
    ].map((bytes) => dayRule(facts, bytes, now))
    const tooLarge = [...files, ...texts].filter((rule) => !isBucketRule(rule) || (rule.count ?? 1) > rule.limit)
    expect(tooLarge).toEqual([])
  })

  test('has a day of dictation that its bucket can count, and that lets many of the longest recordings pass', () => {
    const rule = dictationRule(facts, transcription.secondsMax + 1.5, now)
    expect([isBucketRule(rule), rule.count]).toEqual([true, transcription.secondsMax + 2])
    expect(rule.limit).toBe(dictationLimits[plan].secondsPerDay)
    expect(rule.limit).toBeGreaterThanOrEqual(15 * transcription.secondsMax)
    expect(dictationDayText(rule)).toMatch(/до \d+ минут в сутки/)
  })

  test('has more in all than in a day', () => {
    for (const { bytesMax, bytesPerDay } of [storageLimits[plan], fileLimits[plan]])
      expect(bytesPerDay).toBeLessThan(bytesMax)
  })
})

describe('a setting', () => {
  const { rawConfig }: { rawConfig: Unstable_RawConfig } = experimental_readRawConfig({
    config: join(root, 'wrangler.toml')
  })
  const usual = {
    ...rawConfig.vars,
    ...Object.fromEntries((rawConfig.d1_databases ?? []).map((one) => [one.binding, {}]))
  }
  const windows = { MINUTE: 60_000, HOUR: 3_600_000, DAY: 86_400_000 } as const
  const rates = Object.keys(usual).flatMap((name) => {
    const [, unit] = /^(?:LIMIT|ALARM)_\w+_PER_(MINUTE|HOUR|DAY)$/.exec(name) ?? []
    return unit === undefined ? [] : [[name, windows[unit as keyof typeof windows]] as const]
  })

  test.each(rates)('%s accepts no number that its bucket refuses', (name, windowMs) => {
    const accepted = [1, 10, 1000, 1_000_000, 50_000_000, 1e9, 1e15].filter((value) => {
      try {
        parseEnvironment({ ...usual, [name]: String(value) })
        return true
      } catch {
        return false
      }
    })
    expect(accepted.length).toBeGreaterThan(2)
    expect(accepted.filter((limit) => !isBucketRule({ key: name, limit, windowMs }))).toEqual([])
  })

  test('of a rate is found by its name', () => {
    expect(rates.length).toBeGreaterThan(15)
  })
})
