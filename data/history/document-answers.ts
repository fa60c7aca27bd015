// Answers of a chat that are versions of its documents. Their texts are written down when they are first seen: what happens to the chat's
// messages later changes no version.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { documentLengthMax } from '#contract/documents.ts'
import { replacedText } from '#contract/document-request.ts'
import { proposalLead } from '#domain/proposed-works.ts'
import type { History } from '../base/database.ts'
import type { FoundDocument, VersionRow } from './documents.ts'
import { messages } from './schema.ts'
import { documentVersions } from './schema-documents.ts'

/** What an answer has given to a version. `unfit`: it is there, but makes no text of a document. */
type Given = 'text' | 'unfit' | 'nothing'

/** Versions without a text. Those of failed answers stay so. */
export const withoutText = ({ versions }: FoundDocument): (VersionRow & { operationId: string })[] =>
  versions.flatMap(({ operationId, ...version }) =>
    version.hasText || operationId === null ? [] : [{ ...version, operationId }]
  )

/** The texts of answers that may replace something; null: the answer has ended without one. */
async function answersOf(
  history: History,
  conversationId: number,
  operationIds: readonly string[]
): Promise<Map<string, string | null>> {
  const rows = await history
    .select({
      operationId: messages.operationId,
      text: sql<
        string | null
      >`case when ${messages.outcome} in ('complete', 'truncated', 'stopped') then ${messages.content} end`
    })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messages.role, 'assistant'),
        isNull(messages.works),
        sql`${messages.operationId} in (select value from json_each(${JSON.stringify(operationIds)}))`
      )
    )
  return new Map(rows.map(({ operationId, text }) => [operationId ?? '', text]))
}

async function baseTexts(history: History, id: number, numbers: readonly number[]): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await history
    .select({ number: documentVersions.number, text: documentVersions.text })
    .from(documentVersions)
    .where(and(eq(documentVersions.documentId, id), inArray(documentVersions.number, [...new Set(numbers)])))
  return new Map(rows.flatMap(({ number, text }) => (text === null ? [] : [[number, text]])))
}

const writeText = (history: History, id: number, number: number, text: string) =>
  history
    .update(documentVersions)
    .set({ text })
    .where(and(eq(documentVersions.documentId, id), eq(documentVersions.number, number), isNull(documentVersions.text)))

/**
 * Writes down the texts of the versions whose answers are there now. May be repeated: a text is written once.
 * @returns what the answers have given, by the numbers of the versions; none yet for those that are not named
 */
export async function writeAnswers(history: History, found: FoundDocument): Promise<Map<number, Given>> {
  const { id, conversationId, kind } = found.document
  const waiting = withoutText(found)
  const given = new Map<number, Given>()
  if (waiting.length === 0) return given
  const answers = await answersOf(
    history,
    conversationId,
    waiting.map(({ operationId }) => operationId)
  )
  const answered = waiting.filter(({ operationId }) => answers.has(operationId))
  const useful = answered.filter(({ operationId }) => answers.get(operationId) !== null)
  const bases = await baseTexts(history, id, basesOf(useful))
  // Ascending, and each base is older than what follows from it.
  for (const { number, operationId, base, start, end } of answered) {
    const [answer, text] = [answers.get(operationId) ?? '', bases.get(base ?? 0)]
    const changed =
      text === undefined ? null : replacedText({ text, kind, start: start ?? 0, end: end ?? text.length }, answer)
    // Of an answer that only proposes works, these words are not the model's.
    const isText = changed !== null && answer.trim() !== proposalLead
    const fits = isText && changed.length <= documentLengthMax
    // An answer without a word is free, however it has ended.
    given.set(number, fits ? 'text' : answer.trim() === '' ? 'nothing' : 'unfit')
    if (!fits) continue
    bases.set(number, changed)
    await writeText(history, id, number, changed)
  }
  return given
}

const basesOf = (versions: readonly VersionRow[]): number[] => versions.flatMap(({ base }) => base ?? [])
