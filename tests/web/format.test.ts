import { describe, expect, it } from 'vitest'
import { formatMoscowDate } from '#web/src/base/format/moscow-date.ts'
import { dayText } from '#worker/mails/day-text.ts'
import { dateParts, formatAgo, formatDate, formatDateTime, formatMoment, formatOf } from '#web/src/base/format/dates.ts'
import { formatBytes } from '#web/src/base/format/bytes.ts'
import { formatRubles } from '#web/src/base/format/money.ts'
import { formatDollars } from '#web/src/base/format/dollars.ts'
import {
  formatCount,
  formatTokens,
  formatTokensEach,
  formatTokensFrom,
  tokensWord
} from '#web/src/base/format/tokens.ts'

describe('tokens', () => {
  it.each([
    [0, '0 токенов'],
    [1, '1 токен'],
    [2, '2 токена'],
    [5, '5 токенов'],
    [11, '11 токенов'],
    [21, '21 токен'],
    [12.35, '12,35 токена'],
    [12_500, '12\u00a0500 токенов']
  ])('%d is written with the right plural', (count, text) => {
    expect(formatTokens(count)).toBe(text)
  })

  it('use for a debt the plural of its absolute value', () => {
    expect(tokensWord(-1)).toBe('токен')
    expect(tokensWord(-5)).toBe('токенов')
  })

  it('are in the genitive after «от»', () => {
    expect([1, 2, 5, 21].map(formatTokensEach)).toEqual([
      'по\u00a01 токену',
      'по\u00a02 токена',
      'по\u00a05 токенов',
      'по\u00a021 токену'
    ])
    expect([0, 1, 2, 5, 11, 21].map(formatTokensFrom)).toEqual([
      '0 токенов',
      'от\u00a01 токена',
      'от\u00a02 токенов',
      'от\u00a05 токенов',
      'от\u00a011 токенов',
      'от\u00a021 токена'
    ])
  })

  it('have thousands separated by a no-break space', () => {
    expect(formatCount(1_234_567)).toBe('1\u00a0234\u00a0567')
  })
})

describe('money', () => {
  it('writes whole roubles', () => {
    expect(formatRubles(990)).toBe('990\u00a0₽')
    expect(formatRubles(250.5)).toBe('250,50\u00a0₽')
    expect(formatRubles(5000)).toBe('5\u00a0000\u00a0₽')
  })

  it('writes dollars with four decimals', () => {
    expect(formatDollars(0.01234)).toBe('$0.0123')
    expect(formatDollars(2)).toBe('$2.0000')
  })
})

describe('dates', () => {
  const noon = new Date(2026, 10, 21, 14, 5).getTime()

  it('are Russian, and no line begins with «г.»', () => {
    expect(formatDate(noon)).toBe('21 ноября 2026\u00a0г.')
    expect(formatDateTime(noon)).toBe('21 нояб. 2026\u00a0г., 14:05')
  })

  it('of the site are those of Moscow everywhere, and say so where the user has another day', () => {
    const evening = Date.parse('2026-11-21T20:00+03:00')
    const shownIn = (timeZone: string) => formatMoscowDate(evening, formatOf({ ...dateParts, timeZone }))
    expect(shownIn('Europe/Moscow')).toBe('21 ноября 2026\u00a0г.')
    expect(shownIn('Europe/Kaliningrad')).toBe('21 ноября 2026\u00a0г.')
    expect(shownIn('Asia/Vladivostok')).toBe('21 ноября 2026\u00a0г. по московскому времени')
    // The letters have the same day.
    expect(dayText(evening)).toBe('21 ноября 2026 года')
  })
})

describe('sizes of files', () => {
  it.each([
    [1, '1 КБ'],
    [39_500, '39 КБ'],
    [512_000, '500 КБ'],
    [1_024_000, '1 МБ'],
    [2_500_000, '2,4 МБ']
  ])('%d bytes are rounded to KB or MB', (sizeBytes, text) => {
    expect(formatBytes(sizeBytes).replace('\u00a0', ' ')).toBe(text)
  })
})

it.each([
  [new Date(2026, 10, 23, 9, 5), '09:05'],
  [new Date(2026, 10, 22, 23, 59), '22 нояб., 23:59'],
  [new Date(2025, 10, 23, 9, 5), '23 нояб. 2025\u00a0г., 09:05']
])('the moment %s is written as short as it can be understood', (time, text) => {
  expect(formatMoment(time.getTime(), new Date(2026, 10, 23, 12, 0).getTime())).toBe(text)
})

describe('how long ago', () => {
  const now = new Date(2026, 10, 23, 14, 0).getTime()

  it.each([
    [30_000, 'только что'],
    [-5_000, 'только что'],
    [5 * 60_000, '5\u00a0мин назад'],
    [119 * 60_000, '1\u00a0ч назад'],
    [23 * 60 * 60_000, '23\u00a0ч назад'],
    [48 * 60 * 60_000, '21 нояб., 14:00']
  ])('%d ms is «%s»', (ago, text) => {
    expect(formatAgo(now - ago, now)).toBe(text)
  })
})
