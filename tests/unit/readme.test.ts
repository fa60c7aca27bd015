import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'
import { mountedEndpoints, operatorEndpoints } from '#scripts/openapi/calls.ts'

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

const pathsIn = (text: string) => quoted(text).filter((word) => looksLikePath(word) && word !== '.data')
const isMissing = (path: string) => !existsSync(join(root, path))

/** A file may be named by its name alone where the text says in which folder. */
const missingPaths = (text: string) => pathsIn(text).filter((path) => path.includes('/') && isMissing(path))

/** A decision may name a folder that it took away. */
const missingFiles = (text: string) =>
  missingPaths(text).filter((path) => /\.[a-z]+$/.test(path) && !isMissing(path.split('/')[0] ?? ''))

const { scripts } = JSON.parse(read('package.json'))
const unknownCommands = (text: string) =>
  [...text.matchAll(/npm (?:run )?([a-z0-9:]+)/g)].map(([, name = '']) => name).filter((name) => !(name in scripts))

/** With stars for ids. */
const formOf = (path: string) => path.replaceAll(/<\w+>|:\w+|\d{4}-\d\d/g, '*')
// The last two, of monitors and schedulers, have no contract.
const calls = new Set(
  [...Object.values(mountedEndpoints), ...Object.values(operatorEndpoints)]
    .map(({ method, path }) => `${method} ${formOf(path)}`)
    .concat('GET /health', 'POST /operator/cron')
)
const unknownCalls = (text: string) =>
  [...text.matchAll(/`(GET|POST|PUT|DELETE) (?:\/api)?(\/[^`\s?]+)/g)]
    .map(([, method = '', path = '']) => [`${method} ${formOf(path)}`, `${method} /operator${formOf(path)}`])
    .filter((forms) => !forms.some((form) => calls.has(form)))
    .map(([form]) => form)

const markdownIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))

describe.each(['README.md', 'CONTRIBUTING.md', ...markdownIn('docs')])('%s', (file) => {
  const text = read(file)

  test('names only files and folders that exist', () => {
    expect(missingPaths(text)).toEqual([])
  })

  test('names only commands that exist', () => {
    expect(unknownCommands(text)).toEqual([])
  })

  test('names only calls that exist', () => {
    expect(unknownCalls(text)).toEqual([])
  })

  // The runbook is read one section at a time: tests/unit/runbook.test.ts keeps those short.
  const linesMax = file === 'docs/runbook.md' ? Infinity : 151
  test('is short enough to be read', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(linesMax)
  })
})

test('what the documents quote in Russian is a text of the product', () => {
  const files = ['contract', 'domain', 'worker', 'web/src', 'web/console'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  )
  const texts = files.filter((file) => /\.tsx?$/.test(file)).map(read)
  // One with a number or dots stands for many.
  const quotes = markdownIn('docs').flatMap((file) => read(file).match(/(?<=«)[А-ЯЁа-яё][^»\d…]*(?=»)/g) ?? [])
  expect(quotes.length).toBeGreaterThan(50)
  expect([...new Set(quotes)].filter((quote) => !texts.some((text) => text.includes(quote)))).toEqual([])
})

test('the README names only folders and root files that exist', () => {
  const readme = read('README.md')
  const folders = firstCells(readme, 'folder').flatMap(quoted)
  expect(folders.length).toBeGreaterThan(5)
  expect([...folders, ...pathsIn(readme)].filter(isMissing)).toEqual([])
})

test('docs/environment.md lists every environment variable and no others', () => {
  const source = read('domain/environment.ts').match(/const variables = z\.object\(\{(.*?)^\}\)/ms)?.[1] ?? ''
  const known = [...source.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
  const listed = firstCells(read('docs/environment.md'), 'variable').flatMap(quoted)
  expect(known.length).toBeGreaterThan(10)
  expect(listed.toSorted()).toEqual(known.toSorted())
})

describe('the decisions', () => {
  const files = markdownIn('decisions')

  test.each(files)('%s names only files that exist', (file) => {
    expect(missingFiles(read(file))).toEqual([])
  })

  test('are records of at most 60 lines', () => {
    const records = files.filter((file) => file !== 'decisions/README.md')
    expect(records.filter((file) => read(file).trimEnd().split('\n').length > 60)).toEqual([])
  })

  test('are all listed in their README', () => {
    const listed = quoted(read('decisions/README.md'))
    const records = files.map((file) => file.slice('decisions/'.length)).filter((name) => name !== 'README.md')
    expect(records.filter((name) => !listed.includes(name))).toEqual([])
  })
})
