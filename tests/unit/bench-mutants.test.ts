import { expect, test } from 'vitest'
import { changesOf } from '#bench/mutants/changes.ts'
import { withChange } from '#bench/mutants/faults.ts'

const faultsOf = (source: string) => changesOf(source).map((change) => withChange(source, change))

test.each([
  ['a comparison', 'const a = b >= c', ['const a = b > c']],
  ['a sum', 'const a = b + 1', ['const a = b - 1']],
  [
    'both sides of a condition',
    'const a = b === c && !d',
    ['const a = b === c || !d', 'const a = b !== c && !d', 'const a = b === c && d']
  ],
  ['a choice', 'const a = b ? c : d', ['const a = !(b) ? c : d']],
  ['an answer', 'const a = () => true', ['const a = () => false']],
  ['a smaller one', 'const a = Math.min(b, c)', ['const a = Math.max(b, c)']],
  ['a step', 'if (a) wallet.settle(id)', ['if (false) wallet.settle(id)', 'if (a) ;']],
  ['a step that is waited for', 'await wallet.settle(id)', [';']],
  [
    'a statement in SQL',
    'const a = `select b from c where d > ? and e = 1`',
    ['const a = `select b from c where d >= ? and e = 1`', 'const a = `select b from c where d > ? or e = 1`']
  ]
])('a fault can be in %s', (_, source, faults) => {
  expect(faultsOf(source)).toEqual(faults)
})

test.each([
  ['a type', 'type A = { b: true }; const a = b as true'],
  ['an import', "import { a } from './a.ts'"],
  ['a comment', '// a > b && c'],
  ['a text', "const a = 'b > c and d' + e"],
  ['what is only told to the log', "report('', { event: a })"],
  ['a word of SQL that is no condition', "const a = 'insert or replace into b values (?)'"]
])('none is in %s', (_, source) => {
  expect(faultsOf(source)).toEqual([])
})
