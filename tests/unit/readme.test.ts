import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '#scripts/root.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

const quoted = (text: string) =>
  [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word)

/** The first column of the table whose header starts with this word. */
const firstCells = (text: string, header: string) =>
  (text.split(new RegExp(`^\\| ${header} \\|.*\n`, 'm'))[1] ?? '')
    .split(/^(?!\|)/m, 1)
    .flatMap((table) => table.split('\n'))
    .map((row) => row.split('|')[1] ?? '')

const looksLikePath = (word: string) => /^[\w[\]./-]+$/.test(word) && !word.startsWith('/') && /\/|\.[a-z]+$/.test(word)

describe('the README', () => {
  const readme = read('README.md')

  test('names only files and folders that exist', () => {
    const folders = firstCells(readme, 'folder').flatMap(quoted)
    const paths = [...folders, ...quoted(readme).filter((word) => looksLikePath(word) && word !== '.data')]
    expect(folders.length).toBeGreaterThan(5)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('lists every environment variable and no others', () => {
    const source = read('domain/environment.ts').match(/const variables = z\.object\(\{(.*?)^\}\)/ms)?.[1] ?? ''
    const known = [...source.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
    const listed = firstCells(readme, 'variable').flatMap(quoted)
    expect(known.length).toBeGreaterThan(10)
    expect(listed.toSorted()).toEqual(known.toSorted())
  })

  test('names only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const named = [...readme.matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})
