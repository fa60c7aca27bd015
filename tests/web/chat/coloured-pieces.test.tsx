import { act, render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ColouredPieces } from '#web/src/chat/markdown/code-text.tsx'
import type { Piece } from '#web/src/chat/markdown/highlight.ts'
import { OnPaper } from '#web/src/chat/markdown/late.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] })
})

const lines = Array.from({ length: 80 }, (_, index) => `def f${index}(x): return "${index}"\n`)
const code = lines.join('')
/** Three elements a line, one of them inside another. */
const pieces: Piece[] = lines.flatMap((line, index): Piece[] => [
  { className: 'hljs-keyword', pieces: ['def'] },
  ` f${index}`,
  { className: 'hljs-params', pieces: ['(', { className: 'hljs-title', pieces: ['x'] }, ')'] },
  line.slice(line.indexOf('):') + 1)
])

const elementsIn = (container: Element) => container.querySelectorAll('span').length

test('code that got its colours while it was read gets them some in each frame, and its text never changes', () => {
  const { container, rerender } = render(<ColouredPieces code={code} pieces={null} />)
  rerender(<ColouredPieces code={code} pieces={pieces} />)
  const counts: number[] = []
  while (elementsIn(container) < 240 && counts.length < 20) {
    expect(container.textContent).toBe(code)
    // A frame, and the task after it.
    act(() => void vi.advanceTimersByTime(17))
    counts.push(elementsIn(container))
  }
  expect(container.textContent).toBe(code)
  expect(counts).toEqual([51, 102, 153, 204, 240])
})

test('code that is opened, or printed, has its colours at once', () => {
  expect(elementsIn(render(<ColouredPieces code={code} pieces={pieces} />).container)).toBe(240)
  const onPaper = (has: boolean) => (
    <OnPaper value>
      <ColouredPieces code={code} pieces={has ? pieces : null} />
    </OnPaper>
  )
  const { container, rerender } = render(onPaper(false))
  rerender(onPaper(true))
  expect(elementsIn(container)).toBe(240)
})
