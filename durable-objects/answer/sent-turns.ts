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

/** Null once the user has stopped the answer. */
const stopped = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })

/**
 * Without files nothing is read. A stop ends the waiting: then no supplier is asked, and what is returned is not sent. The reading of the
 * project begins in the same turn in which the question was admitted.
 * @throws what reading a file threw
 */
export async function turnsToSend(
  answer: OpenAnswer,
  { turns, project }: Sent,
  { readFiles, readProject }: Pick<AnswerSurroundings, 'readFiles' | 'readProject'>
): Promise<ChatTurn[]> {
  const hasFiles = turns.some(({ files = [] }) => files.length > 0)
  const isInProject = project !== undefined && project.kind !== 'none'
  if (!hasFiles && !isInProject) return withoutFiles(turns)
  const { prompt } = answer.row.request
  const reading = Promise.all([
    hasFiles ? readFiles(turns) : withoutFiles(turns),
    isInProject ? readProject(project, { prompt, earlier: earlierQuestion(turns) }) : undefined
  ])
  const all = await Promise.race([reading, stopped(answer.abort.signal)])
  if (!all) return withoutFiles(turns)
  const [read, shown] = all
  if (!project || !shown) return read
  if (shown.read.length > 0) answer.append({ read: shown.read })
  return withProject(read, project, shown.text)
}
