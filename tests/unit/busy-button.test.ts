// Which busy button breathes: one that was pressed before the page answers, and has no spinner yet (base/ui/button.tsx).
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const styles = readFileSync(new URL('../../web/src/base/style/base.css', import.meta.url), 'utf8')
const rules = [...styles.matchAll(/^ {2}(button\[aria-busy.+) \{\n {4}animation: (.+);/gm)].map(([, ...rule]) => rule)

// A still page has buttons that take no press yet, and say so by `aria-disabled`: they breathe as well.
test('a button that was pressed too early breathes until it has a spinner', () => {
  expect(rules).toEqual([
    [`button[aria-busy='true']:not(:disabled)`, 'var(--animate-breathe)'],
    [`button[aria-busy='true']:has(.animate-spin)`, 'none']
  ])
})
