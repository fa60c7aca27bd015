// A conversation that leaves the page as a file.
import type { AnswerSource } from '#contract/answer-sources.ts'
import { isCutOff } from '#contract/catalogue/charge-rules.ts'
import { listMessages, type Message } from '#contract/chats.ts'
import { beginningOf } from '#contract/cut-text.ts'
import type { Job } from '#contract/jobs.ts'
import { withProposals } from '#contract/proposal-words.ts'
import { nameOfModel } from '#contract/catalogue/models.ts'
import { call } from '../../base/session/client.ts'
import { modelsNow } from '../../base/session/models.ts'
import { promptOf, toolOf } from '../../media/job/job-words.ts'

export interface SavedMessage {
  role: 'user' | 'assistant'
  content: string
  /** It is what has come of an answer that has no end. */
  isCut?: boolean
  /** The name of the model; as it was stored, when it is none of ours; null on the user's side. */
  model: string | null
  at: number
  /** The names of the attached files. */
  files: readonly string[]
  sources: readonly AnswerSource[]
  /** Null: the model was not asked to show it. */
  thinking: string | null
}

export interface SavedChat {
  title: string
  savedAt: number
  /** A document of a chat: its text alone, without its title, authors and times. */
  isDocument?: boolean
  messages: SavedMessage[]
}

const messagesPerPage = 500

/** A card in a file, which has no pictures: what it is, and of what. */
function cardText(label: string, works: readonly Job[]): string {
  const [first] = works
  if (!first) return `${label}: работа удалена`
  const prompt = promptOf(first)
  return prompt === null ? label : `${label}: ${prompt}`
}

/** Messages without text, answers that failed, are left out. */
export const savedMessages = (messages: readonly Message[]): SavedMessage[] =>
  messages
    .filter(({ content }) => content.trim() !== '')
    .map(
      ({ role, content, model, created_at: at, outcome, attachments = [], sources, thinking, works, proposals }) => ({
        role,
        content: works ? cardText(content, works) : withProposals(content, proposals),
        ...(isCutOff(outcome) && { isCut: true }),
        // A card is of its tool, whichever model the chat has.
        model: role === 'user' ? null : works?.[0] ? toolOf(works[0]) : nameOfModel(modelsNow(), model),
        at,
        files: attachments.map(({ name }) => name),
        sources: sources ?? [],
        thinking
      })
    )

/** Loads the whole path that is shown. @param onLoaded how many messages so far @throws ApiError */
export async function loadWhole(
  { id, title }: { id: number; title: string },
  { signal, onLoaded }: { signal: AbortSignal; onLoaded: (count: number) => void }
): Promise<SavedChat> {
  let messages: Message[] = []
  for (let before: number | undefined; ; before = messages.find((message) => message.id > 0)?.id) {
    const page = await call(listMessages, { id, limit: messagesPerPage, before }, { signal })
    messages = [...page.messages, ...messages]
    onLoaded(messages.length)
    if (!page.hasMore || page.messages.length === 0)
      return { title, savedAt: Date.now(), messages: savedMessages(messages) }
  }
}

export const authorOf = ({ role, model }: Pick<SavedMessage, 'role' | 'model'>): string =>
  role === 'user' ? 'Вы' : (model ?? 'Ответ')

/** A file is named, never in the document. */
export const fileLine = (name: string): string => `Файл: ${name}`

const nameLengthMax = 80

/** The title as the name of a file, on every system. */
export function fileNameOf(title: string, extension: string): string {
  const plain = title.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu, ' ').replaceAll(/\s+/g, ' ')
  const name = beginningOf(plain, nameLengthMax).replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
  // Windows takes these names for devices.
  const isDevice = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(name)
  return `${name === '' || isDevice ? `Чат ${name}`.trim() : name}.${extension}`
}
