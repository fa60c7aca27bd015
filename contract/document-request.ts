// How a model is asked to change a document, and what its answer makes of the text. The page asks the question, the server reads the answer.
import { promptLengthMax, promptOf } from './answers.ts'
import { beginningOf, endingOf } from './cut-text.ts'
import { documentLengthMax, type documentKindNames } from './documents.ts'
import { fenceAround, type FencedBlock, fencedBlocks, isMarkdown } from './fenced-blocks.ts'

type DocumentKind = (typeof documentKindNames)[number]

export interface DocumentChange {
  title: string
  kind: DocumentKind
  /** Of the version that is changed. */
  text: string
  /** The characters that the answer replaces. */
  start: number
  end: number
  /** In the user's words. */
  request: string
}

/** What of the text a model sees on each side of a passage. */
const contextLengthMax = 600

const wholeWords: Record<DocumentKind, string> = {
  text: 'Верни только новый текст целиком, без пояснений.',
  html: 'Верни только новый код HTML целиком, одним блоком, без пояснений.',
  svg: 'Верни только новый код SVG целиком, одним блоком, без пояснений.'
}

const isWhole = (text: string, start: number, end: number): boolean =>
  text.slice(0, start).trim() === '' && text.slice(end).trim() === ''

/** The last whole lines of what is before a passage; of a longer line its end. */
function linesBefore(text: string): string {
  if (text.length <= contextLengthMax) return text
  const cut = endingOf(text, contextLengthMax)
  return cut.slice(cut.indexOf('\n') + 1)
}

function linesAfter(text: string): string {
  if (text.length <= contextLengthMax) return text
  const cut = beginningOf(text, contextLengthMax)
  const lastBreak = cut.lastIndexOf('\n')
  return lastBreak === -1 ? cut : cut.slice(0, lastBreak)
}

const beginning = 'Измени документ «'

/** Whether a question asks for a change of a document: most of it is the document, not what its user says. */
export const isChangePrompt = (question: string): boolean => question.startsWith(beginning)

/** The question of a change, which the page asks in the chat. */
export function changePrompt({ title, kind, text, start, end, request }: DocumentChange): string {
  const asked = `${beginning}${title.replaceAll(/\s+/g, ' ')}»: ${request.trim()}`
  const language = kind === 'text' ? '' : kind
  if (isWhole(text, start, end)) {
    const fence = fenceAround(text)
    return `${asked}\n\n${wholeWords[kind]}\n\n${fence}${language}\n${text}\n${fence}`
  }
  const [before, passage, after] = [
    linesBefore(text.slice(0, start)),
    text.slice(start, end),
    linesAfter(text.slice(end))
  ]
  const fence = fenceAround(before, passage, after)
  const shown = (label: string, part: string) =>
    part.trim() === '' ? [] : [`${label}\n${fence}${language}\n${promptOf(part)}\n${fence}`]
  return [
    asked,
    'Измени только этот фрагмент. Верни только его новый текст, без пояснений и без текста вокруг него.',
    ...shown('Фрагмент:', passage),
    ...shown('Текст перед фрагментом, его не повторяй:', before),
    ...shown('Текст после фрагмента, его не повторяй:', after)
  ].join('\n\n')
}

/** Whether the question of this change is not too long for a chat. */
export const changeFits = (change: DocumentChange): boolean => changePrompt(change).length <= promptLengthMax

/** Whether the block that is a whole answer is a part of the text, and not only put around it: the passage that it replaces has such a one. */
function isOfText(block: FencedBlock, passage: string): boolean {
  const { blocks, outside } = fencedBlocks(passage)
  const inner = fencedBlocks(block.code)
  if (blocks.length === 0 || (inner.blocks.length > 0 && inner.outside.trim() === '')) return false
  const isAlike = blocks.some(({ language }) => language === block.language)
  if (outside.trim() === '') return isAlike || !isMarkdown(block)
  return isAlike && block.language !== '' && !isMarkdown(block)
}

/** What is left for an answer when nothing is asked for any more, in characters. */
const answerRoomMin = 500

/** Whether the document has room for an answer in place of these characters: one that does not fit would be paid for nothing. */
export const leavesRoom = (length: number, { start, end }: Pick<DocumentChange, 'start' | 'end'>): boolean =>
  documentLengthMax - (length - (end - start)) >= answerRoomMin

/** What a user is told then. */
export const noRoomText = 'В документе почти не осталось места. Сократите его или выделите фрагмент побольше'

/** The text in an answer: of a page or a picture the one block of code, of a text the block that is put around the whole answer. */
function textIn(answer: string, kind: DocumentKind, passage: string): string {
  const { blocks, outside } = fencedBlocks(answer)
  const [only, ...more] = blocks
  if (!only || more.length > 0) return answer
  if (kind !== 'text') return only.code
  if (outside.trim() !== '' || (only.code.trim() !== '' && isOfText(only, passage))) return answer
  return only.code
}

/**
 * The text with the answer in place of a passage, whose white space at both ends stays.
 * @returns null when the answer has no text
 */
export function replacedText(
  { text: base, kind, start, end }: Pick<DocumentChange, 'text' | 'kind' | 'start' | 'end'>,
  answer: string
): string | null {
  const passage = base.slice(start, end)
  const text = textIn(answer, kind, passage).replaceAll('\r\n', '\n').trim()
  if (text === '') return null
  const [before = ''] = /^\s*/.exec(passage) ?? []
  const rest = passage.slice(before.length)
  return `${base.slice(0, start)}${before}${text}${rest.slice(rest.trimEnd().length)}${base.slice(end)}`
}
