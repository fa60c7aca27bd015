// A diagram beside its code; what its document draws is looked at in tests/e2e/hostile-answers.test.ts.
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AnswerMarkdown } from '#web/src/chat/markdown/answer-markdown.tsx'
import { AnswerSections, sectionsOf } from '#web/src/chat/markdown/answer-sections.ts'

const source = 'graph TD; A[Начало] --> B[Конец]'
const frame = () => screen.queryByTitle<HTMLIFrameElement>('Диаграмма')

/** What the document of the diagram says. */
const hear = (data: object) =>
  fireEvent(window, new MessageEvent('message', { data, origin: 'null', source: frame()!.contentWindow }))

test('a diagram is framed without an origin once its code is complete', async () => {
  const sections = new AnswerSections()
  sections.feed(`\`\`\`mermaid\n${source}\n`)
  const { container, rerender } = render(<AnswerMarkdown grows sections={sections.take()} />)
  expect(container.querySelector('code')?.textContent).toBe(source)
  expect(frame()).toBeNull()
  sections.feed('```\n')
  rerender(<AnswerMarkdown grows sections={sections.take()} />)
  await waitFor(() => expect(frame()).not.toBeNull())
  const names = ['src', 'sandbox', 'referrerpolicy']
  expect(names.map((name) => frame()?.getAttribute(name))).toEqual(['/diagram/', 'allow-scripts', 'no-referrer'])
})

test('a diagram is switched to its code and back by keyboard', async () => {
  render(<AnswerMarkdown sections={sectionsOf(`\`\`\`mermaid\n${source}\n\`\`\``)} />)
  const user = userEvent.setup()
  const code = await screen.findByRole('button', { name: 'Показать код' })
  hear({ type: 'drawn', height: 300 })
  expect([frame()?.height, frame()?.getAttribute('aria-busy')]).toEqual(['300', 'false'])
  code.focus()
  await user.keyboard('{Enter}')
  expect(frame()).toBeNull()
  expect(document.querySelector('code')?.textContent).toBe(source)
  await user.keyboard('{Enter}')
  expect(frame()).not.toBeNull()
  expect(document.querySelector('code')).toBeNull()
})

test('a diagram that cannot be drawn is its code, with a note', async () => {
  render(<AnswerMarkdown sections={sectionsOf('```mermaid\ngraph TD; A[[[ ошибка\n```')} />)
  await waitFor(() => expect(frame()).not.toBeNull())
  hear({ type: 'failed' })
  screen.getByText('Диаграмму не удалось нарисовать. Вот её код')
  expect([frame(), screen.queryByRole('button', { name: 'Показать код' })]).toEqual([null, null])
  expect(document.querySelector('code')?.textContent).toBe('graph TD; A[[[ ошибка')
})
