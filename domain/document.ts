// Documents beside a chat: what an answer is as a document, and what has become of its versions. Pure.
import { type DocumentVersion, type documentKindNames, documentVersionsMax } from '#contract/documents.ts'
import { type FencedBlock, fencedBlocks, isMarkdown } from '#contract/fenced-blocks.ts'
import { readTitle } from './chat-title.ts'

type DocumentKind = (typeof documentKindNames)[number]

export interface NewDocument {
  kind: DocumentKind
  title: string
  text: string
}

const isPage = (code: string): boolean => /^\s*<(?:!doctype html|html)\b/i.test(code)
const isPicture = (code: string): boolean => /^\s*(?:<\?xml[^<>]*>\s*)?<svg\b/i.test(code)

/** What a block of code is; null: other code, which is a part of a text. */
function kindOf({ language, code }: FencedBlock): DocumentKind | null {
  if (language === 'svg' || (language === 'xml' && isPicture(code))) return 'svg'
  if (language === 'html') return 'html'
  if (language !== '') return null
  if (isPicture(code)) return 'svg'
  return isPage(code) ? 'html' : null
}

function contentOf(answer: string): Omit<NewDocument, 'title'> {
  const { blocks, outside } = fencedBlocks(answer)
  const [only, ...more] = blocks
  if (!only || only.code.trim() === '') {
    const kind = isPicture(answer) ? 'svg' : isPage(answer) ? 'html' : 'text'
    return { kind, text: answer }
  }
  const kind = kindOf(only)
  // Words about the code may stand around it, as long as they are not the answer themselves.
  if (kind && more.length === 0 && only.code.length >= outside.trim().length) return { kind, text: only.code }
  if (isMarkdown(only) && more.length === 0 && outside.trim() === '') return { kind: 'text', text: only.code }
  return { kind: 'text', text: answer }
}

/** Where a title is looked for: patterns over a whole text of a hostile model would be slow. */
const titledLength = 4000

/** The words of a page or picture, without its code. */
const wordsOf = (code: string): string =>
  code
    .replaceAll(/<(style|script)\b[^<>]*>[^<]*<\/\1>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '\n')
    .replaceAll('&nbsp;', ' ')

function headingOf({ kind, text }: Omit<NewDocument, 'title'>): string {
  const beginning = text.slice(0, titledLength)
  if (kind !== 'text') {
    const [, , named = ''] = /<(title|h1)\b[^<>]*>([^<]+)</i.exec(beginning) ?? []
    return named.trim() === '' ? wordsOf(beginning) : named
  }
  const { outside } = fencedBlocks(beginning)
  const heading = outside.split('\n').find((line) => /^ {0,3}#{1,6}\s+\S/.test(line))
  return (heading ?? (outside.trim() === '' ? beginning : outside)).replaceAll(/\*\*|__|`/g, '')
}

/** The document of an answer. Its title is the first heading, or else the first words. */
export function documentOf(answer: string): NewDocument {
  const content = contentOf(answer)
  return { ...content, title: readTitle(headingOf(content)) ?? 'Документ' }
}

/** How long a question that nothing is known of may be on its way to us. One that comes later is found nevertheless. */
export const awaitedMs = 60_000

/** A version as it is known. `answer`: what its answer in the chat has given; null: there is none yet. */
interface KnownVersion {
  hasText: boolean
  answer: 'text' | 'unfit' | 'nothing' | null
  isRunning: boolean
  createdAt: number
}

export function versionState(version: KnownVersion, now: number): DocumentVersion['state'] {
  const { hasText, answer, isRunning, createdAt } = version
  if (hasText || answer === 'text') return 'ready'
  if (answer !== null) return answer === 'unfit' ? 'unfit' : 'failed'
  return isRunning || now - createdAt < awaitedMs ? 'writing' : 'failed'
}

type Stated = Readonly<Pick<DocumentVersion, 'number' | 'state'>>

/** The newest version that has a text. @param versions by their numbers; the first one always has a text */
export const newestReady = (versions: readonly Stated[]): number =>
  versions.findLast(({ state }) => state === 'ready')?.number ?? 1

/**
 * Whether a version may follow: the user has seen the newest one, and none is being written. Versions that have failed count as not
 * there, so the last one that the user could see is the newest as well.
 */
export function mayFollow(versions: readonly Stated[], base: number): boolean {
  if (versions.some(({ state }) => state === 'writing')) return false
  return base === versions.at(-1)?.number || base === newestReady(versions)
}

const hasNoText = ({ state }: Stated): boolean => state === 'failed' || state === 'unfit'

/** Whether no version may be added any more. */
export const isFull = (versions: readonly Stated[]): boolean =>
  versions.filter((version) => !hasNoText(version)).length >= documentVersionsMax

/**
 * The versions that a new one pushes out, so that refused questions take no room for ever: those without a text, where there are many
 * versions. The newest one stays, as its question may still be on its way.
 */
export const outdated = (versions: readonly Stated[]): number[] =>
  versions.length < documentVersionsMax
    ? []
    : versions.slice(0, -1).flatMap((one) => (hasNoText(one) ? one.number : []))
