// The parts of a recording are found again by what is heard: text, settings, and the account, model and voice that read it.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { keepPart, madeOf, partsOf } from '#queues/speech/parts.ts'
import { shorterText } from '../support/worker/speaking.ts'

const model = 'eleven_multilingual_v2'
const spoken = (userId: string, supply: { supplier: string; model: string; voice?: string } | null) => ({
  userId,
  provider: 'elevenlabs' as const,
  upstreamModel: model,
  options: { prompt: shorterText, voice: 'sarah', format: 'mp3' },
  supply
})
const sound = { bytes: new Uint8Array([1]), durationSeconds: 1, cues: [] }

const reseller = { supplier: 's-0123456789ab', model: 'tts-1', voice: 'alloy' }
const maker = { supplier: 'elevenlabs', model }

test.each([
  ['the maker', maker, [null, maker], [{ ...maker, model: 'eleven_v3' }, reseller]],
  ['a reseller', reseller, [reseller], [null, { ...reseller, model: 'tts-2' }, { ...reseller, voice: 'nova' }]]
])('a part that %s has read is used for what sounds the same alone', async (reader, supply, same, others) => {
  const row = spoken(reader, supply)
  const [first] = partsOf(row)
  await keepPart(env, row, first!, sound)
  const counts = async (supplies: (typeof maker | null)[]) =>
    Promise.all(supplies.map(async (one) => (await madeOf(env, spoken(reader, one))).count))
  expect(await counts(same)).toEqual(same.map(() => 1))
  expect(await counts(others)).toEqual(others.map(() => 0))
})
