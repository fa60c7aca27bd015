import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sheets = globSync('web/src/**/*.css')

test('no style sheet of ours asks what an element holds: a browser would ask again with each word of a growing answer', () => {
  expect(sheets.length).toBeGreaterThan(5)
  expect(sheets.filter((path) => readFileSync(path, 'utf8').includes(':has('))).toEqual([])
})
