// All examples of the CommonMark specification, as saved answers and as answers that arrive in pieces.
import { render, waitFor } from '@testing-library/react'
import { createElement, Fragment, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { AnswerMarkdown } from '#web/src/chat/markdown/answer-markdown.tsx'
import { AnswerSections, sectionsOf } from '#web/src/chat/markdown/answer-sections.ts'
import { piecesOf } from '../../support/rendering/pieces.ts'
import { outlineOf, outlineOfHtml } from '../../support/web/outline.ts'
import { specExamples } from '../../support/web/spec-examples.ts'
import { answers, attacks } from './markdown-samples.ts'

/** Numbers of the examples that are rendered differently from CommonMark on purpose. */
const drawnOtherwise = {
  'HTML is shown as the text it is': '21 31 148-191 308-309 344 475-477 491 494 524 613-617 623 625-631 642-643',
  'definitions are text, for one far away would decide where a link leads':
    '23 33 192-196 198 200-208 210 214-218 317 527-545 549-550 553-571 573 576-577 582-589 591-593',
  'quotation marks touch the words around them in other languages': '380',
  'addresses without brackets are links, as on GitHub': '602 606 608 611-612'
}

const numbersIn = (ranges: string) =>
  ranges.split(' ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })

const answerOf = (text: string) => <AnswerMarkdown sections={sectionsOf(text)} />
/** On one page: a page of its own for each of them would take far longer. */
const pageOf = (drawn: readonly ReactNode[]) => createElement(Fragment, null, ...drawn)
const outlinesOf = (container: Element) => [...container.children].map(outlineOf)
/** What is drawn by code that is loaded late: what is read aloud is the last of a formula. */
const lateOf = (container: Element) => ({
  formulas: container.querySelectorAll('.katex-mathml').length,
  diagrams: container.querySelectorAll('.diagram-frame').length
})

/** An answer that arrives piece by piece. */
function arriving(text: string, seed: number) {
  const sections = new AnswerSections()
  const pieces = piecesOf(text, seed, 40)
  let drawn: ReactNode = null
  return {
    isComplete: () => pieces.length === 0 && !sections.isBehind,
    /** @returns it with its next piece */
    next() {
      if (this.isComplete()) return drawn
      sections.feed(pieces.shift() ?? '')
      if (pieces.length === 0) sections.finish()
      return (drawn = <AnswerMarkdown grows sections={sections.takeSome()} />)
    }
  }
}

test('every example is rendered as specified, except those listed with a reason, saved and in pieces', async () => {
  const texts = [...specExamples.map(({ markdown }) => markdown), ...attacks, ...Object.values(answers)]
  const saved = render(pageOf(texts.map(answerOf))).container
  await waitFor(() => {
    expect(lateOf(saved).formulas).toBeGreaterThan(10)
    expect(lateOf(saved).diagrams).toBeGreaterThan(0)
  })
  const outlines = outlinesOf(saved)
  expect(specExamples).toHaveLength(652)
  const otherwise = specExamples.filter(({ html }, index) => outlines[index] !== outlineOfHtml(html))
  const known = Object.values(drawnOtherwise).flatMap(numbersIn)
  expect(otherwise.map(({ number }) => number)).toEqual(known.toSorted((a, b) => a - b))

  const coming = texts.map(arriving)
  const { container, rerender } = render(null)
  while (!coming.every((answer) => answer.isComplete())) rerender(pageOf(coming.map((answer) => answer.next())))
  await waitFor(() => expect(lateOf(container)).toEqual(lateOf(saved)))
  expect(outlinesOf(container)).toEqual(outlinesOf(saved))
})
