import { describe, expect, test } from 'vitest'
import { deep } from './markdown-samples.ts'
import { draw } from './draw-answer.tsx'
import { isMostlyEmpty } from '#web/src/chat/markdown/nesting.ts'

/** The number of elements, and how deep they lie in each other. */
function sizeOf(root: Element): { elements: number; depth: number } {
  let [elements, depth] = [0, 0]
  const waiting: [Element, number][] = [[root, 0]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [element, level] = next
    elements += 1
    depth = Math.max(depth, level)
    for (const child of element.children) waiting.push([child, level + 1])
  }
  return { elements, depth }
}

describe('deep nesting', () => {
  test.each(Object.entries(deep))('of %s is bounded, and no text is lost', (_, text) => {
    const answer = draw(text)
    const { elements, depth } = sizeOf(answer)
    expect(depth).toBeLessThan(50)
    expect(elements).toBeLessThan(200)
    expect(answer.textContent).toContain('дно')
  })

  test('is drawn down to the bound, and is plain text beyond it', () => {
    const answer = draw(`${'> '.repeat(60)}дно`)
    expect(answer.querySelectorAll('blockquote')).toHaveLength(40)
    expect(answer.querySelector(`${'blockquote '.repeat(40)} > p`)?.textContent).toBe(`${'> '.repeat(20)}дно`)
  })

  // Their parsing alone takes the page seconds.
  test.each(['quotes', 'lists', 'emphasis', 'strikethrough', 'brackets', 'links', 'pictures'])(
    'of %s is not even parsed when it is out of all reason',
    (name) => {
      const text = deep[name] ?? ''
      expect(draw(text).innerHTML).not.toMatch(/<(blockquote|ul|em|strong|del|a)\b/)
      expect(draw(text).textContent?.trim()).toBe(text.trim())
    }
  )

  test('and so many marks in one block that reading them takes seconds are not parsed either', () => {
    const text = 'а**б'.repeat(5000)
    const answer = draw(text)
    expect(answer.querySelector('strong')).toBeNull()
    expect(answer.textContent?.trim()).toBe(text)
  })

  test('a table of hundreds of columns is not filled up in rows that have one', () => {
    const answer = draw(`|${'а|'.repeat(300)}\n|${'-|'.repeat(300)}\n${'|б|\n'.repeat(300)}`)
    expect(answer.querySelectorAll('th')).toHaveLength(300)
    expect(answer.querySelectorAll('td')).toHaveLength(300)
  })

  test.each([
    ['full', 8, 630, false],
    ['half full', 4, 630, false],
    ['empty but for one column', 1, 630, true],
    ['empty and small', 1, 600, false]
  ])('a table that is %s is judged by its cells, on the page and in Word', (_, cells, count, expected) => {
    const rows = Array.from({ length: count }, () => ({ children: Array.from({ length: cells }) }))
    expect(isMostlyEmpty(rows, 8)).toBe(expected)
  })

  test('takes an address that was found in a text for no more than it is', () => {
    const text = `${'> '.repeat(40)}*см. «https://a.example/б»*`
    expect(draw(text).textContent?.trim()).toBe('*см. «https://a.example/б»*')
  })

  test('as people write it is drawn as ever', () => {
    const lists = Array.from({ length: 15 }, (_, level) => `${'  '.repeat(level)}- пункт`).join('\n')
    expect(draw(lists).querySelectorAll('ul')).toHaveLength(15)
    const marks = Array.from({ length: 600 }, () => '**а** и *б* [в](https://example.org)').join(' ')
    const answer = draw(marks)
    expect(answer.querySelectorAll('strong, em, a')).toHaveLength(1800)
  })
})
