// Documents beside chats: opened and changed through the API, as the page does it.
import type { OpenedDocument } from '#contract/documents.ts'
import { changePrompt } from '#contract/document-request.ts'
import { historyRows } from './histories.ts'
import { answered, dataOf, type Person } from './person.ts'
import { ask, newChat, send, shownIn } from './versions.ts'

/** A chat with one answer, opened as a document. */
export async function newDocument(question = 'Кратко: что такое берег?') {
  const { person, id: chat } = await newChat()
  await ask(person, chat, question)
  const answer = (await shownIn(person, chat)).at(-1)!
  const opened = await open(person, answer.id)
  return { person, chat, answer, id: opened.document.id, opened }
}

export const openAnswered = async (person: Person, messageId: number) =>
  answered(await person.send('POST', `/chat/messages/${messageId}/document`, {}))
export const open = async (person: Person, messageId: number) =>
  dataOf<OpenedDocument>(await person.send('POST', `/chat/messages/${messageId}/document`, {}))

export const read = async (person: Person, id: number, version?: number) =>
  dataOf<OpenedDocument>(
    await person.send('GET', `/chat/documents/${id}${version === undefined ? '' : `?version=${version}`}`)
  )

export const save = async (person: Person, id: number, base: number, text: string) =>
  answered(await person.send('POST', `/chat/documents/${id}/versions`, { base, text }))

interface Change {
  base: number
  request: string
  start: number
  end: number
  operationId: string
}

export const request = async (person: Person, id: number, asked: Change) =>
  answered(await person.send('POST', `/chat/documents/${id}/changes`, asked))

export const giveUp = async (person: Person, id: number, operationId: string) =>
  answered(await person.send('DELETE', `/chat/documents/${id}/changes/${operationId}`))

/** All that is shown of versions. */
export const states = ({ versions }: OpenedDocument) => versions.map(({ state }) => state)

/** Of the newest text, the whole or a part. */
export async function requestOf(person: Person, id: number, words: string, part?: string) {
  const { document, versions, text } = await read(person, id)
  const start = part === undefined ? 0 : text.indexOf(part)
  const end = part === undefined ? text.length : start + part.length
  const asked = { base: versions.at(-1)!.number, request: words, start, end, operationId: crypto.randomUUID() }
  const { title, kind } = document
  return { asked, prompt: changePrompt({ title, kind, text, start, end, request: words }) }
}

/** A change by request, as the page asks for it. @returns the answer of the chat */
export async function change(
  person: Person,
  { chat, id }: { chat: number; id: number },
  words: string,
  part?: string
): Promise<string> {
  const { asked, prompt } = await requestOf(person, id, words, part)
  await dataOf(await person.send('POST', `/chat/documents/${id}/changes`, asked))
  const { generatedText } = await dataOf<{ generatedText: string }>(
    await send(person, chat, prompt, { key: asked.operationId })
  )
  return generatedText
}

/** As if the requests had been made longer ago than a question is waited for. */
export const passTime = ({ userId }: Person, id: number) =>
  historyRows(userId)
    .prepare('update document_versions set created_at = created_at - 61000 where document_id = ?')
    .bind(id)
    .run()

export const remove = async (person: Person, id: number) =>
  answered(await person.send('DELETE', `/chat/documents/${id}`))

export const storedVersions = ({ userId }: Person, id: number) =>
  historyRows(userId)
    .prepare('select count(*) as n from document_versions where document_id = ?')
    .bind(id)
    .first<number>('n')
