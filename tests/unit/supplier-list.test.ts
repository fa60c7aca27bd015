// A supplier's list compared with what was seen before and with the routes that use it: what is new, dearer, gone, and what is a jump.
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { jumpsIn, rateChange } from '#contract/operator/shop/list-price.ts'
import type { ListedModel, ListedPrice } from '#contract/operator/shop/supplier-list.ts'
import { newsMs, offersOf, type SeenModel, seenAfter, seenMax } from '#domain/models/supplier-list.ts'

const price = (inputMicros: number, outputMicros = inputMicros, more: Partial<ListedPrice> = {}): ListedPrice => ({
  inputMicros,
  outputMicros,
  ...more
})

const listed = (model: string, own: ListedPrice | null = price(100)): ListedModel => ({
  model,
  name: null,
  description: null,
  price: own,
  contextTokens: null,
  outputTokensMax: null,
  seesPictures: null,
  thinks: null,
  takesTools: null,
  writesJson: null,
  retiresOn: null
})

const whole = (...models: ListedModel[]) => ({ models, isCut: false })
const begun = 1_000_000
const minuteMs = 60_000
const first = seenAfter([], whole(listed('a'), listed('b')), begun)

const route = (model: string, own: ListedPrice = price(100)) => ({
  id: `our-${model}`,
  name: `Our ${model}`,
  isComing: false,
  route: { model, listPrice: { ...own, searchMicros: own.searchMicros ?? 0 } }
})

const offers = (
  seen: readonly SeenModel[],
  now: number,
  { routes = [], isCut = false }: { routes?: ReturnType<typeof route>[]; isCut?: boolean } = {}
) =>
  Object.fromEntries(
    offersOf({ seen, firstReadAt: begun, isCut, routes, now }).map(({ listed: one, ...offer }) => [one.model, offer])
  )

describe('the change of a price', () => {
  test.each([
    [price(100), price(100), null],
    [price(100), price(130), { percent: 30, isJump: false }],
    [price(100), price(131), { percent: 31, isJump: true }],
    [price(100), price(70), { percent: -30, isJump: false }],
    [price(100), price(69), { percent: -31, isJump: true }],
    [price(100, 100), price(110, 250), { percent: 150, isJump: true }],
    [price(1_000_000), price(1_000_001), { percent: 0.0001, isJump: false }],
    [price(1000), price(995), { percent: -0.5, isJump: false }],
    [price(0), price(1), { percent: null, isJump: true }],
    [price(100), price(0), { percent: -100, isJump: true }],
    // What one of the two does not tell is no change.
    [price(100), price(100, 100, { cachedInputMicros: 10 }), null],
    [
      price(100, 100, { cachedInputMicros: 10 }),
      price(100, 100, { cachedInputMicros: 20 }),
      { percent: 100, isJump: true }
    ],
    [price(100, 100, { searchMicros: 10 }), price(100, 100, { searchMicros: 11 }), { percent: 10, isJump: false }]
  ])('from %o to %o is %o', (was, becomes, change) => {
    expect(rateChange(was, becomes)).toEqual(change)
  })

  test('back again is one, and only the same price is none', () => {
    const micros = fc.integer({ min: 0, max: 1_000_000_000 })
    fc.assert(
      fc.property(micros, micros, micros, micros, (a, b, x, y) => {
        const [there, back] = [rateChange(price(a, b), price(x, y)), rateChange(price(x, y), price(a, b))]
        expect([there === null, back === null]).toEqual([a === x && b === y, a === x && b === y])
        if (there) expect(there.percent).not.toBe(0)
      })
    )
  })
})

describe('a list that is read', () => {
  test('for the first time has nothing new', () => {
    expect(offers(first, begun)).toEqual({
      a: { state: 'known', change: null, used: [] },
      b: { state: 'known', change: null, used: [] }
    })
  })

  test('again tells what came, what went and what changed, also after a third reading that finds the same', () => {
    const second = whole(listed('b', price(140)), listed('c'))
    let seen = seenAfter(first, second, begun + minuteMs)
    seen = seenAfter(seen, second, begun + 2 * minuteMs)
    expect(offers(seen, begun + 3 * minuteMs)).toEqual({
      b: {
        state: 'known',
        change: { was: price(100), at: begun + minuteMs, percent: 40, isJump: true },
        used: []
      },
      c: { state: 'new', change: null, used: [] },
      a: { state: 'gone', change: null, used: [] }
    })
    const later = offers(seen, begun + minuteMs + newsMs)
    expect([later['b']?.change, later['c']?.state]).toEqual([null, 'known'])
  })

  test('keeps a jump in sight when small changes follow it, for as long as it is news', () => {
    const dayMs = 24 * 60 * minuteMs
    const read = (seen: SeenModel[], micros: number, day: number) =>
      seenAfter(seen, whole(listed('a', price(micros))), begun + day * dayMs)
    const changeOf = (seen: SeenModel[], day: number) => offers(seen, begun + day * dayMs)['a']?.change
    const jumped = read(read(first, 10, 1), 11, 2)
    expect(changeOf(jumped, 2)).toEqual({ was: price(100), at: begun + dayMs, percent: -89, isJump: true })
    expect(changeOf(jumped, 15)).toBeNull()
    // Later the small change is one of its own; a jump after a small change is, too, and what is back is no jump any more.
    expect(changeOf(read(jumped, 12, 20), 20)).toMatchObject({ was: price(11), percent: 9 })
    expect(changeOf(read(read(first, 101, 1), 500, 14), 20)).toMatchObject({ was: price(101), isJump: true })
    expect(changeOf(read(read(first, 110, 1), 140, 2), 2)).toMatchObject({ was: price(100), percent: 40, isJump: true })
  })

  test('has a model back as a new one', () => {
    const without = seenAfter(first, whole(listed('a')), begun + minuteMs)
    const back = seenAfter(without, whole(listed('a'), listed('b')), begun + 2 * minuteMs)
    expect(offers(back, begun + 2 * minuteMs)['b']?.state).toBe('new')
  })

  test('keeps a price that it tells no more', () => {
    const seen = seenAfter(first, whole(listed('a', null)), begun + minuteMs)
    expect(seen[0]).toMatchObject({ listed: { price: price(100) }, priceBefore: null })
  })

  test('in part says of nothing that it is gone', () => {
    const seen = seenAfter(first, { models: [listed('a')], isCut: true }, begun + minuteMs)
    const routes = [route('never-seen')]
    expect(
      Object.entries(offers(seen, begun + minuteMs, { routes, isCut: true })).map(([, { state }]) => state)
    ).toEqual(['known', 'known'])
  })

  test('forgets what is long gone, and never keeps more than its bound', () => {
    const gone = seenAfter(first, whole(listed('a')), begun + minuteMs)
    expect(seenAfter(gone, whole(listed('a')), begun + 91 * 24 * 60 * minuteMs)).toHaveLength(1)
    const many = Array.from({ length: seenMax }, (_, index) => listed(`m${index}`))
    expect(seenAfter(first, whole(...many), begun + minuteMs)).toHaveLength(seenMax)
  })

  test('takes names of the prototype like all others', () => {
    const seen = seenAfter(first, whole(listed('__proto__'), listed('constructor')), begun + minuteMs)
    expect(seen.map(({ listed: one }) => one.model)).toEqual(['__proto__', 'constructor', 'a', 'b'])
  })
})

describe('the routes that use a model', () => {
  test('are compared with the list by their own list price', () => {
    const routes = [route('a', price(50)), route('a'), route('never-seen')]
    expect(offers(first, begun, { routes })).toMatchObject({
      a: {
        used: [
          { id: 'our-a', change: { percent: 100, isJump: true } },
          { id: 'our-a', change: null }
        ]
      },
      b: { used: [] },
      'never-seen': { state: 'gone', used: [{ id: 'our-never-seen', change: null }] }
    })
  })
})

const long = (inputMicros: number, aboveInputTokens?: number) => ({
  longInput: { inputMicros, outputMicros: inputMicros, aboveInputTokens }
})

describe('jumps to be confirmed', () => {
  type Priced = Parameters<typeof jumpsIn>[0][number]
  const priced = (micros: number, more: Partial<Priced['listPrice']> = {}, own: Partial<Priced> = {}): Priced => ({
    supplier: 's',
    model: 'm',
    listPrice: { ...price(micros), searchMicros: 0, ...more },
    ...own
  })
  const percentsOf = (routes: Priced[], before: Priced[], listedBefore: ListedPrice | null = null) =>
    jumpsIn(routes, before, () => listedBefore).map(({ percent }) => percent)
  const cached = { cachedInputMicros: 10 }

  const routes = (micros: readonly number[]) =>
    micros.map((own, index) => priced(own, {}, { model: ['same', 'dearer', 'jumps', 'first'][index]! }))

  test('are none but those, each of its own route', () => {
    const before = routes([100, 100, 100])
    const [, , jump] = routes([100, 130, 131, 500])
    expect(jumpsIn(routes([100, 130, 131, 500]), before, () => null)).toEqual([
      { model: 'jumps', percent: 31, isJump: true, was: before[2]?.listPrice, becomes: jump?.listPrice }
    ])
  })

  test.each([
    ['long inputs that become dearer', priced(100, long(200)), priced(100, long(400)), [100]],
    ['long inputs that get rates of their own', priced(100), priced(100, long(200)), [100]],
    ['long inputs that lose them', priced(100, long(200)), priced(100), [-50]],
    ['long inputs that begin sooner', priced(100, long(200, 272)), priced(100, long(200, 100)), [100]],
    ['long inputs that begin later', priced(100, long(200, 100)), priced(100, long(200, 272)), [-50]],
    ['long inputs that begin sooner and cost little more', priced(100, long(130, 2)), priced(100, long(130, 1)), []],
    ['a cache that loses its rate', priced(100, cached), priced(100), [900]],
    ['a cache that gets one', priced(100), priced(100, cached), [-90]],
    ['a cache whose rate is said in other words', priced(100), priced(100, { cachedInputMicros: 100 }), []],
    ['nothing', priced(100, { ...cached, ...long(200) }), priced(100, { ...cached, ...long(200) }), []]
  ])('are found in %s', (_, was, becomes, percents) => {
    expect(percentsOf([becomes], [was])).toEqual(percents)
  })

  test('of two routes with other efforts are each compared with its own', () => {
    const pair = [priced(100, {}, { effort: 'low' }), priced(900, {}, { effort: 'high' })]
    expect(percentsOf(pair, pair)).toEqual([])
    expect(percentsOf([priced(100, {}, { effort: 'high' })], pair)).toEqual([-89])
    expect(percentsOf([priced(200, {}, { effort: 'medium' })], pair)).toEqual([100])
  })

  test('of a new route are those since the list changed, by what the list has told', () => {
    expect(percentsOf([priced(100, { ...cached, ...long(200) })], [], price(100))).toEqual([])
    expect(percentsOf([priced(100)], [], price(10))).toEqual([900])
  })
})
