import { describe, expect, test } from 'vitest'
import {
  actionsOn,
  isBasicAction,
  madeBy,
  midjourneyActionNames,
  midjourneySubject,
  priceOfAction
} from '#contract/catalogue/midjourney-actions.ts'
import { changePicture } from '#contract/job-orders.ts'

const standard = { prompt: 'маяк', aspectRatio: '1:1', quality: 'standard' }
const high = { ...standard, quality: 'high' }
const sheet = { service: 'midjourney', parameters: standard }

describe('the price of an action', () => {
  test.each([
    ['upscale', standard, 1],
    ['upscale', high, 2],
    ['variation', standard, 2],
    ['variation', high, 4],
    ['vary-strong', standard, 2],
    ['zoom-out-2', high, 4],
    ['pan-left', standard, 2]
  ] as const)('%s of %j', (action, parameters, tokens) => {
    expect(priceOfAction(action, parameters)).toBe(tokens)
  })

  test('is whole and at least one token for every action and quality', () => {
    for (const parameters of [standard, high])
      for (const action of midjourneyActionNames) {
        const tokens = priceOfAction(action, parameters)
        expect(Number.isSafeInteger(tokens) && tokens >= 1).toBe(true)
      }
  })

  test('is unknown for settings without a price', () => {
    expect(() => priceOfAction('upscale', { ...standard, quality: 'best' })).toThrow('midjourney has no price')
  })
})

test('before a purchase the actions on pictures of the standard quality are allowed', () => {
  expect([isBasicAction(standard), isBasicAction(high)]).toEqual([true, false])
})

describe('what is offered', () => {
  test('on four variants: enlarging and variations', () => {
    expect(actionsOn(sheet)).toEqual(['upscale', 'variation'])
    expect(actionsOn({ ...sheet, parameters: { ...standard, action: 'pan-left' } })).toEqual(['upscale', 'variation'])
  })

  test('on an enlarged picture: everything else', () => {
    const enlarged = { ...sheet, parameters: { ...standard, action: 'upscale', tile: 2, parent: 'operation-1' } }
    expect(midjourneySubject(enlarged)).toBe('picture')
    expect(madeBy(enlarged)).toBe('upscale')
    expect([...actionsOn(sheet), ...actionsOn(enlarged)]).toEqual(midjourneyActionNames)
  })

  test('on pictures of other services: nothing', () => {
    expect(midjourneySubject({ ...sheet, service: 'flux' })).toBeNull()
    expect(actionsOn({ ...sheet, service: 'flux' })).toEqual([])
  })

  test.each(['toString', 7, undefined])('a job whose action is %s was made from its description', (action) => {
    const parameters = action === undefined ? standard : { ...standard, action }
    expect(madeBy({ parameters })).toBeNull()
  })
})

describe('the call', () => {
  const asked = { id: 'operation-1', action: 'upscale', tile: 4 }

  test('takes an action and a variant', () => {
    expect(changePicture.input.parse(asked)).toEqual(asked)
    expect(changePicture.input.parse({ id: 'operation-1', action: 'pan-up' })).toEqual({
      id: 'operation-1',
      action: 'pan-up'
    })
  })

  test.each([
    [{ action: 'rotate' }, 'Такого действия нет'],
    [{ tile: 0 }, 'Вариантов четыре: от 1 до 4'],
    [{ tile: 5 }, 'Вариантов четыре: от 1 до 4'],
    [{ tile: 1.5 }, 'Вариантов четыре: от 1 до 4'],
    [{ tile: '2' }, 'Вариантов четыре: от 1 до 4']
  ])('refuses %j', (wrong, text) => {
    const parsed = changePicture.input.safeParse({ ...asked, ...wrong })
    expect(parsed.error?.issues[0]?.message).toBe(text)
  })
})
