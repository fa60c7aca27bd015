// Which busy button breathes: one that was pressed before the page answers, and shows nothing else.
import { readFileSync } from 'node:fs'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Button } from '#web/src/base/ui/button.tsx'

const styles = readFileSync('web/src/base/style/base.css', 'utf8')
const selectorOf = (animation: string) =>
  styles.match(new RegExp(String.raw`^ {2}(button.+) \{\n {4}animation: ${animation};`, 'm'))?.[1] ?? ''

const breathes = (button: Element) =>
  button.matches(selectorOf(String.raw`var\(--animate-breathe\)`)) && !button.matches(selectorOf('none'))

test('a button of a still page that was pressed too early breathes, also one that takes no press yet', () => {
  render(
    <button type="submit" aria-disabled="true" aria-busy="true">
      Создать
    </button>
  )
  expect(breathes(screen.getByRole('button'))).toBe(true)
})

test('a busy button of a page that answers has its spinner alone', () => {
  render(<Button busy>Создать</Button>)
  expect(breathes(screen.getByRole('button'))).toBe(false)
})
