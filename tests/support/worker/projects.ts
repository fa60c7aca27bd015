// Projects through the API, and what models were sent of them.
import type { Project, ReadPlace } from '#contract/projects.ts'
import { textFile } from '../files.ts'
import { attach } from './attaching.ts'
import { dataOf, newPerson, type Person } from './person.ts'
import { callsAbout } from './reading.ts'
import { newConversation } from './storing.ts'

export interface InProject {
  person: Person
  /** Of the folder. */
  id: number
  chat: number
}

export async function newFolder(person: Person, name = 'Проект'): Promise<number> {
  return (await dataOf<{ folder: { id: number } }>(await person.send('POST', '/chat/folders', { name }))).folder.id
}

export const move = (person: Person, chat: number, folderId: number | null) =>
  person.send('PUT', `/chat/conversations/${chat}/place`, { folderId })

/** A project with an empty chat in it. */
export async function newProject(tokens = 1000): Promise<InProject> {
  const person = await newPerson({ tokens, shard: 1 })
  const [id, chat] = [await newFolder(person), await newConversation(person)]
  await dataOf(await move(person, chat, id))
  return { person, id, chat }
}

export const addFile = (person: Person, id: number, attachment: string) =>
  person.send('POST', `/chat/folders/${id}/files`, { attachment })

/** Adds a text file. @returns its id */
export async function addText({ person, id }: InProject, name: string, text: string): Promise<string> {
  const { id: file } = await attach(person, textFile(text), { name })
  await dataOf(await addFile(person, id, file))
  return file
}

export const projectOf = async (person: Person, id: number, query = ''): Promise<Project> =>
  (await dataOf<{ project: Project }>(await person.send('GET', `/chat/folders/${id}/project${query}`))).project

interface Answered {
  generatedText: string
  read?: ReadPlace[]
  billing: { siteTokens: number }
}

export const askRaw = (person: Person, chat: number, prompt: string, more: object = {}) =>
  person.send(
    'POST',
    '/ai/text/chatgpt',
    { prompt, model: 'gpt-4o-mini', conversationId: chat, ...more },
    { 'idempotency-key': crypto.randomUUID() }
  )

export const askIn = async ({ person, chat }: InProject, prompt: string, more: object = {}) =>
  dataOf<Answered>(await askRaw(person, chat, prompt, more))

/** What the model was sent with a question: its instructions, and the texts of all turns. */
export async function sentWith(prompt: string): Promise<{ instructions: string; turns: string[] }> {
  const [call] = (await callsAbout(prompt)).slice(-1) as unknown as {
    body: { instructions: string; input: { content: unknown }[] }
  }[]
  const { instructions, input } = call!.body
  return {
    instructions,
    turns: input.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
  }
}

/** Sentences without meaning, none of them twice. @param length in characters, about */
export function filling(length: number, seed = 1): string {
  const words = ['берег', 'волна', 'маяк', 'причал', 'парус', 'чайка', 'туман', 'якорь', 'палуба', 'штурвал', 'команда']
  const lines: string[] = []
  let size = 0
  for (let number = seed; size < length; number++) {
    const pick = (step: number) => words[(number * step + step) % words.length]!
    const line = `Запись ${number}: ${pick(3)} и ${pick(5)} видят, как ${pick(7)} ждёт, а ${pick(9)} молчит.`
    lines.push(line)
    size += line.length + 1
  }
  return lines.join('\n')
}

/** For every call about a folder of chats: input with the owner's folder and file, and with ones that do not exist. */
export function folderAims({ folderId, attachmentId }: { folderId: number; attachmentId: string }) {
  const aim = (theirs: object, nobodys: object) => ({
    theirs: { id: folderId, ...theirs },
    nobodys: { id: 987_654_321, ...nobodys }
  })
  const nobodys = 'attachment-of-nobody'
  return {
    // Of chats only those are changed that the caller has: many-chats.test.ts.
    placeConversations: { theirs: { ids: [1], folderId }, nobodys: { ids: [1], folderId: 987_654_321 } },
    renameFolder: aim({ name: 'Чужое' }, { name: 'Чужое' }),
    deleteFolder: aim({}, {}),
    readProject: aim({}, {}),
    changeProject: aim({ memory: false }, { memory: false }),
    addProjectFile: aim({ attachment: attachmentId }, { attachment: nobodys }),
    removeProjectFile: aim({ file: attachmentId }, { file: nobodys }),
    readFileText: { theirs: { file: attachmentId }, nobodys: { file: nobodys } }
  }
}
