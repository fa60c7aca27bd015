// What an answer follows beside the question: what the user has said of themselves, the memory, the instructions of the project and of the conversation.
import type { FoundProject } from '#domain/project.ts'
import { isBranching } from '#domain/turn-place.ts'
import { toldMemory } from '#domain/told-memory.ts'
import type { Wishes } from '../answer/asked.ts'
import type { AskCommand } from '../answer/calls.ts'
import type { KnownCaller } from './leases.ts'

/** Of the conversation. */
interface ChatFacts {
  instruction: string
  isMemoryOff: boolean
  project: Pick<FoundProject, 'instruction'> | null
}

/** Only a question of the site's chat is told it: none of a key, and no idea for a prompt. */
const memoryIn = ({ caller: { kind }, request }: AskCommand, { memory }: KnownCaller, chat: ChatFacts | null) =>
  kind === 'key' || request.helpTask || chat?.isMemoryOff ? null : (memory ?? null)

export const wishesOf = (command: AskCommand, caller: KnownCaller, chat: ChatFacts | null): Wishes => ({
  about: caller.about ?? '',
  memory: memoryIn(command, caller, chat) ?? '',
  project: chat?.project?.instruction ?? '',
  instruction: chat?.instruction ?? ''
})

/** What they take of the room for earlier turns. */
export const wishesLength = ({ about, memory, project, instruction }: Wishes): number =>
  about.length + toldMemory(memory).length + project.length + instruction.length

/** For the request, where a line may be offered after the answer. Another answer to a question tells nothing new of the user. */
export const offering = (command: AskCommand, caller: KnownCaller, chat: ChatFacts | null): { remembers?: true } =>
  chat !== null && memoryIn(command, caller, chat) !== null && !isAnotherAnswer(command.request)
    ? { remembers: true }
    : {}

const isAnotherAnswer = ({ place }: AskCommand['request']): boolean => isBranching(place) && 'answers' in place
