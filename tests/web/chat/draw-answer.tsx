// A saved answer as the page draws it.
import { render } from '@testing-library/react'
import { expect } from 'vitest'
import { AnswerMarkdown } from '#web/src/chat/markdown/answer-markdown.tsx'
import { sectionsOf } from '#web/src/chat/markdown/answer-sections.ts'

export const draw = (text: string) => render(<AnswerMarkdown sections={sectionsOf(text)} />).container

/** The texts of the elements that were drawn of it. */
export const textsOf = (text: string, selector: string) =>
  Array.from(draw(text).querySelectorAll(selector), ({ textContent }) => textContent)

/** A text of nothing but such a sign is read in no time. */
export function expectReadSoon(signs: readonly string[]) {
  for (const sign of signs) {
    const begun = performance.now()
    draw(sign.repeat(5000 / sign.length))
    expect(performance.now() - begun).toBeLessThan(2000)
  }
}
