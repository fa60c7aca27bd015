import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pages, routes } from '#web/src/base/pages.ts'
import { modulesOf } from './site/public-pages.ts'
import {
  beforePaint,
  consoleIn,
  firstModules,
  filesOf,
  readConsoleManifest,
  readManifest,
  siteIn
} from './site/build-manifest.ts'

/** The most compressed JavaScript that a page may load. */
const budgets = {
  /** Of the script that every page waits for before its first paint. */
  firstPaint: 1300,
  /** The most for a visitor who only reads `/`: this code runs before the visitor has used anything. */
  reading: 4 * 1000,
  /** Until all of `/` answers to events. */
  home: 108 * 1000,
  /** The same, from the first word of a question on: the ways to sign in stand below it then. */
  question: 132 * 1000,
  /** The same of the price list, whose calculator reads every price from the catalogue of the tools. */
  pricing: 123 * 1000,
  /** The same of the other still pages. */
  others: 114 * 1000,
  /** Until `/auth` shows its form. */
  auth: 132 * 1000,
  /** Of a chat, until its first message is drawn. */
  chat: 285 * 1000,
  /** Of the operators' console, until its first page answers, which reads a little of all others. */
  console: 140 * 1000
} as const

/** Each costs a slow device some milliseconds before a chat is drawn: web/shared-files.ts. */
const filesOfChat = 20

export interface SizeRow {
  file: string
  /** What the bundler calls it: the file itself has only a hash. */
  name: string
  sizeBytes: number
  gzipBytes: number
  /** `/` loads this style. */
  initial: boolean
}

export interface PageSize {
  what: string
  gzipBytes: number
  budgetBytes: number
}

interface BuildSize {
  /** All scripts and styles, largest first. */
  rows: SizeRow[]
  pages: PageSize[]
  /** How many files a chat begins with, and how many it may. */
  chatFiles: { count: number; most: number }
}

const scriptsOf = (manifest: ReturnType<typeof readManifest>, path: keyof typeof pages, ...more: readonly string[]) =>
  filesOf(manifest, [...firstModules, ...modulesOf(path), ...more]).scripts

const compressedBytes = (content: Uint8Array) => gzipSync(content, { level: 9 }).length

function measureConsole(folder: string): PageSize {
  const { scripts } = filesOf(readConsoleManifest(folder), [
    'index.html',
    'src/start.tsx',
    'src/system/overview/page.tsx'
  ])
  const sizes = [...scripts].map((file) => compressedBytes(readFileSync(join(consoleIn(folder), file))))
  return {
    what: 'using the console',
    gzipBytes: sizes.reduce((total, bytes) => total + bytes, 0),
    budgetBytes: budgets.console
  }
}

/** Measures a build, and what its still pages load. */
export function measureBuild(folder: string): BuildSize {
  const manifest = readManifest(folder)
  const initial = scriptsOf(manifest, '/')
  const named = Object.values(manifest).flatMap(({ file, name = '', css = [] }) => [
    [file, name] as const,
    ...css.map((style) => [style, ''] as const)
  ])
  const rows = [...new Map(named)]
    .filter(([file]) => /\.(js|css)$/.test(file))
    .map(([file, name]) => {
      const content = readFileSync(join(siteIn(folder), file))
      const gzipBytes = compressedBytes(content)
      return { file, name, sizeBytes: content.length, gzipBytes, initial: initial.has(file) }
    })
    .toSorted((a, b) => b.gzipBytes - a.gzipBytes)
  const sum = (scripts: ReadonlySet<string>) =>
    rows.filter(({ file }) => scripts.has(file)).reduce((total, { gzipBytes }) => total + gzipBytes, 0)
  const ofChat = scriptsOf(manifest, '/chatgpt')
  const still = routes.filter((path) => pages[path].still)
  // A chat has a line of its own, with what it asks the server by.
  const used = still.filter((path) => !pages[path].asks)
  return {
    rows,
    pages: [
      {
        what: 'before the first paint',
        gzipBytes: compressedBytes(readFileSync(join(siteIn(folder), beforePaint))),
        budgetBytes: budgets.firstPaint
      },
      {
        what: `reading ${still.join(', ')}`,
        gzipBytes: sum(filesOf(manifest, ['index.html']).scripts),
        budgetBytes: budgets.reading
      },
      ...used.map((path) => ({
        what: `using ${path}`,
        gzipBytes: sum(scriptsOf(manifest, path)),
        budgetBytes: path === '/' ? budgets.home : path === '/pricing' ? budgets.pricing : budgets.others
      })),
      {
        what: 'a first question on /',
        gzipBytes: sum(scriptsOf(manifest, '/', 'src/app/home/one-tap.tsx')),
        budgetBytes: budgets.question
      },
      { what: 'using /auth', gzipBytes: sum(scriptsOf(manifest, '/auth')), budgetBytes: budgets.auth },
      { what: 'a chat', gzipBytes: sum(ofChat), budgetBytes: budgets.chat },
      measureConsole(folder)
    ],
    chatFiles: { count: ofChat.size, most: filesOfChat }
  }
}
