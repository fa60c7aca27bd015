import { act, render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Announcer, spokenText } from '#web/src/chat/chat-dialog.tsx'
import { type AnswerState, askedAnswer } from '#web/src/chat/stream/answer-state.ts'
import type { LiveAnswer } from '#web/src/chat/stream/live-answer.ts'

const settlement = { chargedTokens: 0, returnedTokens: 2 }
const spoken = (state: Partial<AnswerState>) => {
  const answer = { view: () => ({ state: { ...askedAnswer, ...state }, sections: [] }) } as Partial<LiveAnswer>
  const { container, rerender } = render(<Announcer running={answer as LiveAnswer} />)
  expect(container.textContent).toBe('Модель отвечает')
  act(() => rerender(<Announcer running={null} />))
  return container.textContent
}

describe('a screen reader is told', () => {
  test('the words of an answer without the marks of markdown', () => {
    const text =
      '## Итог\n\n- **Тема**: `a_b` и [ссылка](https://a.ru/b_(c)\n\n| Год | Цена |\n| --- | ---: |\n| 1 | 2 * 3<br>4 |\n\n\\[Имя\\]'
    const end = { type: 'done', outcome: 'complete' } as AnswerState['end']
    expect(spoken({ phase: 'ended', accepted: true, text, end })).toBe(
      'Ответ готов. Итог Тема: a_b и ссылка Год, Цена 1, 2 * 3 4 [Имя]'
    )
  })

  test('why an answer failed, and not that it is ready', () => {
    const failure = { code: 'PROVIDER_FAILED', text: 'Модель не смогла ответить. Токены не списаны' }
    const end = { type: 'error', outcome: 'failed', failure, settlement } as AnswerState['end']
    expect(spoken({ phase: 'ended', accepted: true, end })).toBe(failure.text)
    expect(spoken({ phase: 'lost', accepted: true })).toBe('Ответ прервался')
  })

  test('that an answer was stopped', () => {
    const end = { type: 'done', outcome: 'stopped', settlement } as AnswerState['end']
    expect(spoken({ phase: 'ended', accepted: true, text: 'Нача', end })).toBe('Ответ остановлен. Нача')
  })

  test('nothing about a request that the server refused, which a toast explains', () => {
    expect(spoken({ phase: 'asking' })).toBe('')
  })

  test('the beginning of a long answer', () => {
    expect(spokenText('слово '.repeat(100), 20)).toBe('слово слово слово сл…')
    expect(spokenText(`${'я'.repeat(19)}😀 и ещё`, 20)).toBe(`${'я'.repeat(19)}…`)
    expect(spokenText('```ts\nlet a = 1\n```\n> _да_, **нет** и ~~прочее~~ в snake_case_name', 400)).toBe(
      'let a = 1 да, нет и прочее в snake_case_name'
    )
  })
})
