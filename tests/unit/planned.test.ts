// Where a planned change stands: what it is made of, and what replaces it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeAt, readPlaceAt } from '#contract/operator/access/planned.ts'

const change = (id: string, starts_at: number) => ({ id, starts_at })
const changes = [change('later', 300), change('now', 100), change('soon', 200)]

describe('a change that starts', () => {
  test.each([
    ['before all others is made of the catalogue', 50, { base: null, next: 'now' }],
    [
      'before a planned one is made of what is in force, and is replaced by that one',
      150,
      { base: 'now', next: 'soon' }
    ],
    ['after a planned one is made of it', 250, { base: 'soon', next: 'later' }],
    ['after all of them is replaced by none', 301, { base: 'later', next: null }],
    ['with another one has that one on neither side', 200, { base: 'now', next: 'later' }]
  ])('%s', (_, startsAt, place) => {
    expect(readPlaceAt(changes, startsAt)).toEqual(place)
  })

  test('at no time that is known has no place', () => {
    expect(readPlaceAt(changes, Number.NaN)).toEqual({ base: null, next: null })
    expect(readPlaceAt([], 100)).toEqual({ base: null, next: null })
    expect(readPlaceAt([change('soon', 200)], 100, 'begun')).toEqual({ base: 'begun', next: 'soon' })
    expect(readPlaceAt([change('soon', 200)], 201, 'begun')).toEqual({ base: 'soon', next: null })
  })
})

test('nothing begins between a change and its neighbours', () => {
  const time = fc.integer({ min: 0, max: 1000 })
  fc.assert(
    fc.property(fc.uniqueArray(time), time, (starts, startsAt) => {
      const { base, next } = placeAt(
        starts.map((at) => change(String(at), at)),
        startsAt
      )
      const between = starts.filter((at) => at > (base?.starts_at ?? -1) && at < (next?.starts_at ?? 1001))
      expect(between.filter((at) => at !== startsAt)).toEqual([])
    })
  )
})
