// The turns that a provider gets, with the files of the conversation and of its project. What is sent of the project is told to the readers
// of the answer before its first word.
import type { SentTurn } from '#domain/conversation-context.ts'
import type { ProjectPart } from '#domain/project.ts'
import type { ChatTurn } from '#providers/chat/provider.ts'
import type { AnswerSurroundings } from './closing.ts'
import type { OpenAnswer } from './open-answer.ts'

/** Of the question before this one, for a short question that goes on from it. */
const earlierLengthMax = 1000

export interface Sent {
  turns: SentTurn[]
  /** What goes with the question of the project's files; absent: nothing. */
  project?: ProjectPart | undefined
}

const withoutFiles = (turns: readonly SentTurn[]): ChatTurn[] => turns.map(({ role, text }) => ({ role, text }))

const earlierQuestion = (turns: readonly SentTurn[]): string =>
  (turns.slice(0, -1).findLast(({ role }) => role === 'user')?.text ?? '').slice(0, earlierLengthMax)

/**
 * All files come first and are the same for each question, so that a supplier may keep them; passages belong to the question. The user and
 * the assistant alternate, as some suppliers demand.
 */
function withProject(turns: ChatTurn[], { kind }: ProjectPart, text: string): ChatTurn[] {
  if (text === '') return turns
  if (kind === 'all')
    return [{ role: 'user', text, cachedUpTo: true }, { role: 'assistant', text: 'Файлы проекта прочитаны.' }, ...turns]
  return turns.map((turn, index) => (index === turns.length - 1 ? { ...turn, text: `${text}\n\n${turn.text}` } : turn))
}

/** Without files nothing is read. @throws what reading a file threw */
export async function turnsToSend(
  answer: OpenAnswer,
  { turns, project }: Sent,
  { readFiles, readProject }: Pick<AnswerSurroundings, 'readFiles' | 'readProject'>
): Promise<ChatTurn[]> {
  const hasFiles = turns.some(({ files = [] }) => files.length > 0)
  const read = hasFiles ? await readFiles(turns) : withoutFiles(turns)
  if (!project || project.kind === 'none') return read
  const { prompt } = answer.row.request
  const shown = await readProject(project, { prompt, earlier: earlierQuestion(turns) })
  if (shown.read.length > 0) answer.append({ read: shown.read })
  return withProject(read, project, shown.text)
}
