import { render } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WaitingText } from '#web/src/chat/markdown/late.tsx'

const piecesOf = (text: string) => {
  const { container, unmount } = render(<WaitingText text={text} />)
  const pieces = [...container.querySelectorAll('p')].map((piece) => piece.textContent)
  unmount()
  return pieces
}

test('a short text is one paragraph', () => {
  expect(piecesOf('слово\nслово')).toEqual(['слово\nслово'])
})

test('a long text is cut between lines or words, and no word is lost', () => {
  const word = fc.constantFrom('слово', 'x', 'длинноеслово'.repeat(9))
  const separator = fc.constantFrom(' ', '\n', '\n\n')
  const text = fc
    .array(fc.tuple(word, separator), { minLength: 500, maxLength: 1500 })
    .map((parts) => parts.flat().join(''))
  fc.assert(
    fc.property(text, (long) => {
      const pieces = piecesOf(long)
      expect(pieces.join(' ').split(/\s+/)).toEqual(long.split(/\s+/))
      for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(4000)
    }),
    { numRuns: 20 }
  )
})

test('a long word is cut too', () => {
  expect(piecesOf('x'.repeat(9000))).toEqual(['x'.repeat(4000), 'x'.repeat(4000), 'x'.repeat(1000)])
  const faces = piecesOf(`x${'😀'.repeat(4500)}`)
  expect([faces.join(''), faces.every((piece) => piece.isWellFormed())]).toEqual([`x${'😀'.repeat(4500)}`, true])
})
