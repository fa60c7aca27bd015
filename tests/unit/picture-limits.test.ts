import { describe, expect, test } from 'vitest'
import {
  filesSizeProblem,
  megabytesWithin,
  pictureLimitsOf,
  pictureSizeProblem
} from '#contract/catalogue/picture-limits.ts'

const upscale = { provider: 'stability', model: 'upscale/fast' } as const
const inpaint = { provider: 'stability', model: 'edit/inpaint' } as const
const edit = { provider: 'openai', model: 'gpt-image-2.5-sunburst' } as const
const most = pictureLimitsOf(inpaint).bytesMax

describe('a picture', () => {
  test.each([
    [upscale, 1024, 1024, null],
    [upscale, 1536, 682, null],
    [upscale, 32, 32, null],
    [upscale, 1025, 1024, 'Изображение слишком большое: для этого действия — не больше 1 Мп'],
    [
      upscale,
      1537,
      100,
      'Изображение слишком большое: для этого действия сторона не должна быть длиннее 1536 пикселей'
    ],
    [upscale, 31, 100, 'Изображение слишком маленькое: каждая сторона должна быть не меньше 32 пикселей'],
    [inpaint, 3072, 3072, null],
    [inpaint, 3073, 3072, 'Изображение слишком большое: для этого действия — не больше 9 Мп'],
    [inpaint, 64, 63, 'Изображение слишком маленькое: каждая сторона должна быть не меньше 64 пикселей'],
    [edit, 8000, 5000, null],
    [edit, 8001, 5000, 'Изображение слишком большое: для этого действия — не больше 40 Мп']
  ])('for %o of %i × %i: %s', (route, width, height, problem) => {
    expect(pictureSizeProblem(route, { width, height })).toBe(problem)
  })
})

describe('files', () => {
  test('of one request leave room for the rest of the body', () => {
    expect(most).toBe(10 * 1024 * 1024 - 65_536)
  })

  test.each([
    [inpaint, [], null],
    [inpaint, [most], null],
    [inpaint, [most - 10, 10], null],
    [inpaint, [most + 1], 'Файл слишком большой: для этого действия — не больше 9,9 МБ'],
    [inpaint, [most, 1], 'Файлы слишком большие: для этого действия все вместе — не больше 9,9 МБ'],
    [edit, [1e9, 1e9], null]
  ])('for %o of %j bytes: %s', (route, sizes, problem) => {
    expect(filesSizeProblem(route, sizes)).toBe(problem)
  })

  test('have a size limit whose text is rounded down', () => {
    expect([1, 1.05, 9.99, 10].map((megabytes) => megabytesWithin(megabytes * 1024 * 1024))).toEqual([
      '1 МБ',
      '1 МБ',
      '9,9 МБ',
      '10 МБ'
    ])
  })
})
