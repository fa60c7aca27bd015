import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { AnswerMarkdown } from '#web/src/chat/markdown/answer-markdown.tsx'
import { AnswerSections } from '#web/src/chat/markdown/answer-sections.ts'
import { draw, expectReadSoon } from './draw-answer.tsx'

const breaksIn = (text: string) => draw(text).querySelectorAll('br').length

describe('a tag that breaks lines', () => {
  test.each([
    ['| А |\n|-|\n| один<br>два<BR/>три<br />четыре |', 3],
    ['один<br>два', 1],
    ['# Один<br>два', 1],
    ['- **один<br>два**', 1],
    ['`<br>` и \\<br> и &lt;br&gt;', 0],
    ['<br class="a"> <brr> < br> <hr> <b>', 0],
    ['```\n<br>\n```', 0],
    ['$a<br>b$', 0]
  ])('in %j', (text, count) => {
    expect(breaksIn(text)).toBe(count)
  })

  test('is not seen while it comes', () => {
    const sections = new AnswerSections()
    const { container, rerender } = render(<AnswerMarkdown sections={[]} grows />)
    for (const character of '| А |\n|---|\n| раз<br />два |') {
      sections.feed(character)
      rerender(<AnswerMarkdown sections={sections.take()} grows />)
      expect(container.textContent).not.toContain('<')
    }
    expect(container.querySelectorAll('td br')).toHaveLength(1)
  })
})

test('a text of nothing but such signs is read in no time', () => expectReadSoon(['<br', '<br>', '<br ', '<']))
