// Who may make which work, what of an order an account would have to leave out, and who is asked next after which failure.
import { describe, expect, test } from 'vitest'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { defaultValues } from '#contract/catalogue/parameters.ts'
import { mediaRouteOf, translated } from '#contract/catalogue/media-route.ts'
import { supplierDialects } from '#contract/supplier-dialects.ts'
import { type CallFailure, decisiveOf, mayPassOn } from '#domain/job-failure.ts'
import type { Supplier } from '#domain/models/supplier.ts'
import { choiceOf } from '#domain/supplies/choice.ts'
import {
  keptSupply,
  lacksOf,
  optionsFor,
  supplyFlaw,
  unmetBy,
  wireFor,
  workKeyOf,
  works
} from '#domain/supplies/supply.ts'

const entryOf = (id: string) => studioEntries.find((entry) => entry.id === id)!
const orderOf = (id: string, more: Record<string, string | number> = {}, uploads: string[] = []) => {
  const entry = entryOf(id)
  const parameters = { ...defaultValues(entry.parameters), prompt: 'Маяк', ...more }
  const route = mediaRouteOf(entry, parameters)
  const work = { provider: route.provider, model: route.model }
  return { entry, parameters, uploads, work, options: translated(route, parameters) }
}
const reseller = { supplier: 's-reseller0000', model: 'some/model' }

const unmet = (id: string, more?: Record<string, string | number>, uploads?: string[], supply: object = {}) => {
  const { work, ...order } = orderOf(id, more, uploads)
  return unmetBy({ ...reseller, ...supply }, 'openai-chat', work, order)
}

const supplier = (id: string, more: Partial<Supplier> = {}): Supplier => ({
  id,
  name: id,
  dialect: 'bfl',
  baseUrl: 'https://bfl.example',
  isOn: true,
  perMinuteMax: null,
  ...more
})

const failure = (kind: CallFailure['kind'], more: Partial<CallFailure> = {}): CallFailure => ({
  kind,
  retryAfterSeconds: null,
  acceptanceUnknown: false,
  resultLost: false,
  ...more
})

describe('whether an account makes a work at all', () => {
  test('a maker’s wire makes all of that maker’s works, and none of another’s', () => {
    for (const work of works)
      for (const dialect of supplierDialects) {
        if (dialect === work.provider) expect(wireFor(dialect, work.provider, 's-account0000')).toBe(dialect)
        else if (!dialect.startsWith('openai')) expect(wireFor(dialect, work.provider, 's-account0000')).toBeNull()
      }
  })

  test('OpenAI’s strict wire is OpenAI’s alone, whatever a reseller of chats speaks', () => {
    expect(wireFor('openai-responses', 'openai', 'openai')).toBe('openai')
    expect(wireFor('openai-responses', 'openai', 's-reseller0000')).toBe('openai-image')
    expect(wireFor('openai-chat', 'openai', 's-reseller0000')).toBe('openai-image')
  })

  test('a name that Stability’s or Midjourney’s own wire does not know is refused when it is saved', () => {
    for (const work of works) {
      const { provider: dialect } = work
      if (dialect !== 'stability' && dialect !== 'midjourney') continue
      const own = { supplier: 's-account0000', model: work.model }
      expect(supplyFlaw(work, own, dialect)).toBeNull()
      expect(supplyFlaw(work, { ...own, model: 'no-such' }, dialect)).toMatch(/Такой модели/)
    }
  })

  test('OpenAI’s wire at a reseller draws from a text and speaks; it makes no film and changes no picture', () => {
    const able = works.filter(
      (work) => supplyFlaw(work, { ...reseller, voices: { sarah: 'alloy' } }, 'openai-chat') === null
    )
    expect(able.map(workKeyOf).toSorted()).toEqual(
      [
        'bfl flux-2-klein-4b',
        'bfl flux-2-klein-9b',
        'bfl flux-2-pro',
        'elevenlabs eleven_multilingual_v2',
        'openai gpt-image-2.5-flare',
        'stability sd3.5-large',
        'stability sd3.5-medium'
      ].toSorted()
    )
  })

  test('OpenAI’s own model at a reseller takes all that OpenAI does', () => {
    const work = { provider: 'openai', model: 'gpt-image-2.5-sunburst' } as const
    const own = { ...reseller, model: 'openai/gpt-image-2.5-sunburst' }
    expect(supplyFlaw(work, own, 'openai-chat')).toBeNull()
    expect(lacksOf(own, 'openai-chat', work)).toEqual([])
  })
})

describe('what a reseller would have to leave out', () => {
  const voices = { voices: { sarah: 'alloy' } }

  test.each([
    ['flux', { aspectRatio: '16:9' }],
    ['dalle', { size: '1792x1024', style: 'vivid', count: 4 }],
    ['stable-diffusion', { aspectRatio: '21:9' }]
  ])('nothing of %s with %j', (id, more) => {
    expect(unmet(id, more)).toEqual([])
  })

  test.each([
    ['flux', { seed: 7 }, []],
    ['flux', {}, ['reference1']],
    ['dalle', { background: 'transparent' }, []],
    ['stable-diffusion', { negativePrompt: 'размытость' }, []],
    ['stable-diffusion', { style: 'anime' }, []],
    ['stable-diffusion', { model: 'artistic' }, []]
  ])('a setting of %s: %j %j', (id, more, uploads) => {
    expect(unmet(id, more, uploads)).toHaveLength(1)
  })

  test('of speech: other voices, speeds, formats and pauses', () => {
    expect(unmet('elevenlabs', {}, [], voices)).toEqual([])
    expect(unmet('elevenlabs', { voice: 'george' }, [], voices)).toEqual(['Голос'])
    expect(unmet('elevenlabs', { speed: '1.5' }, [], voices)).toEqual(['Скорость'])
    expect(unmet('elevenlabs', { prompt: 'Раз [пауза 1 с] два' }, [], voices)).toEqual(['паузы в тексте'])
  })
})

test('a reseller gets a description with its words, and a size in the proportions that were chosen', () => {
  const sizes = (['flux', 'dalle', 'stable-diffusion'] as const).map((id) => {
    const { work, options } = orderOf(id, id === 'dalle' ? { size: '1024x1792' } : { aspectRatio: '16:9' })
    return optionsFor('openai-image', work, reseller, options)
  })
  expect(sizes).toEqual([
    { prompt: 'Маяк', size: '1280x720' },
    { prompt: 'Маяк', size: '1024x1536', promptSuffix: 'Natural look, restrained colours.' },
    { prompt: 'Маяк', size: '1360x768' }
  ])
  const { work, options } = orderOf('elevenlabs')
  const supply = keptSupply({ ...reseller, voices: { sarah: 'alloy' } }, 'sarah')
  expect(optionsFor('openai-speech', work, supply, options)).toEqual({ prompt: 'Маяк', voice: 'alloy' })
})

describe('who may be asked', () => {
  const { entry, work, ...order } = orderOf('flux', {})
  const job = { ...order, service: entry.id, provider: work.provider, upstreamModel: work.model }
  const chosen = (suppliers: Supplier[], named: string[] | null, more: object = {}, outages = {}) =>
    choiceOf(
      { ...job, ...more },
      {
        suppliers,
        connections: new Set(suppliers.map(({ id }) => id)),
        works: new Map(named && [[workKeyOf(work), named.map((id) => ({ supplier: id, model: 'm' }))]])
      },
      outages,
      0
    )
  const askedOf = ({ supplies }: ReturnType<typeof chosen>) => supplies.map((one) => one.supplier)

  test('the maker, where nothing is named; otherwise those that are named, in their order', () => {
    expect(askedOf(chosen([supplier('bfl')], null))).toEqual(['bfl'])
    expect(askedOf(chosen([supplier('bfl'), supplier('s-a')], ['s-a', 'bfl']))).toEqual(['s-a', 'bfl'])
  })

  test('nobody that is off, out of our money, unknown, or of another wire', () => {
    expect(chosen([], null)).toMatchObject({ why: 'unconnected' })
    expect(chosen([supplier('bfl', { isOn: false })], null)).toMatchObject({ why: 'away' })
    expect(chosen([supplier('bfl')], null, {}, { bfl: 1 })).toMatchObject({ why: 'away' })
    expect(chosen([supplier('s-a', { dialect: 'luma' })], ['s-a'])).toMatchObject({ why: 'unconnected' })
    const resold = supplier('s-a', { dialect: 'openai-chat' })
    expect(chosen([resold], ['s-a'], { uploads: ['reference1'] })).toMatchObject({ why: 'unmet' })
  })

  test('a change of a picture is asked of the account that has the picture, and of no other', () => {
    const bound = { options: { taskId: '1' }, provider: 'midjourney', supply: { supplier: 's-a', model: 'change' } }
    const both = [supplier('midjourney', { dialect: 'midjourney' }), supplier('s-a', { dialect: 'midjourney' })]
    expect(askedOf(chosen(both, null, bound))).toEqual(['s-a'])
  })
})

describe('after failures', () => {
  test('the next account is asked only where nothing can have begun and the order is not at fault', () => {
    const passes = (['busy', 'unauthorized', 'unpaid', 'model-gone', 'network', 'timeout'] as const).map((kind) =>
      mayPassOn(failure(kind))
    )
    expect(passes).toEqual([true, true, true, true, true, true])
    expect(mayPassOn(failure('rejected'))).toBe(false)
    expect(mayPassOn(failure('busy', { isUnproven: true }))).toBe(false)
    expect(mayPassOn(failure('rejected', { isOfWording: true }))).toBe(true)
    expect(mayPassOn(failure('too-large'))).toBe(false)
    expect(mayPassOn(failure('network', { acceptanceUnknown: true }))).toBe(false)
  })

  test('the job waits if one account only has no room, for the shortest time; what may have begun decides always', () => {
    const busy = failure('busy', { retryAfterSeconds: 30 })
    const sooner = failure('busy', { retryAfterSeconds: 5 })
    expect(decisiveOf([busy, failure('unpaid')])).toBe(busy)
    expect(decisiveOf([busy, sooner, failure('unauthorized')])).toBe(sooner)
    const unknown = failure('server', { acceptanceUnknown: true })
    expect(decisiveOf([busy, unknown])).toBe(unknown)
    const gone = failure('model-gone')
    expect(decisiveOf([failure('unpaid'), gone])).toBe(gone)
  })
})
