import { describe, expect, test } from 'vitest'
import { cuesOf, movedCues, srtOf } from '#domain/subtitles.ts'

/** Every character takes a tenth of a second. */
const timed = (text: string) => {
  const characters = [...text]
  const startSeconds = characters.map((_, index) => index / 10)
  return { characters, startSeconds, endSeconds: startSeconds.map((start) => start + 0.1) }
}
const linesOf = (text: string) => cuesOf(timed(text)).map((cue) => cue.text)

describe('subtitles', () => {
  test('begin anew with each sentence', () => {
    expect(linesOf('Раз. Два! «Три?» Четыре')).toEqual(['Раз.', 'Два!', '«Три?»', 'Четыре'])
  })

  test('have the times of their first and last character', () => {
    expect(cuesOf(timed('Да. Нет'))).toEqual([
      { start: 0, end: expect.closeTo(0.3), text: 'Да.' },
      { start: 0.4, end: expect.closeTo(0.7), text: 'Нет' }
    ])
  })

  test('are short enough to be read, and last at most seven seconds', () => {
    const cues = cuesOf(timed('слово '.repeat(60)))
    expect(cues.length).toBeGreaterThan(4)
    for (const { start, end, text } of cues) {
      expect(text.length).toBeLessThanOrEqual(84)
      expect(end - start).toBeLessThanOrEqual(7)
    }
    expect(cues.map(({ text }) => text).join(' ')).toBe('слово '.repeat(60).trim())
  })

  test('do not show the marks of pauses, and end at them', () => {
    expect(linesOf('Раз <break time="1.0s" /> два')).toEqual(['Раз', 'два'])
  })

  test('of no words are none', () => {
    expect(cuesOf(timed(' \n'))).toEqual([])
    expect(cuesOf({ characters: [], startSeconds: [], endSeconds: [] })).toEqual([])
    expect(srtOf([])).toBe('')
  })

  test('move with the tempo and the place of their recording', () => {
    const cues = [{ start: 1, end: 2, text: 'Да' }]
    expect(movedCues(cues, { tempo: 0.5, by: 10 })).toEqual([{ start: 12, end: 14, text: 'Да' }])
  })

  test('are written as SubRip, long lines in two', () => {
    const text = 'Здесь стоит довольно длинная строка, которой нужны две'
    const cues = [
      { start: 0, end: 1.5, text: 'Раз' },
      { start: 3661.0405, end: 3662, text }
    ]
    expect(srtOf(cues).split('\n')).toEqual([
      '1',
      '00:00:00,000 --> 00:00:01,500',
      'Раз',
      '',
      '2',
      '01:01:01,041 --> 01:01:02,000',
      'Здесь стоит довольно длинная',
      'строка, которой нужны две',
      ''
    ])
  })
})
