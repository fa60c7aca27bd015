// Conversations of an export of ChatGPT, step by step.
import { chatsInExport } from '../../../web/src/chat/import/chatgpt-export.ts'

export type Message = Record<string, unknown>

export const message = (role: string, text: unknown, more: Message = {}): Message => ({
  author: { role },
  create_time: 1_700_000_000,
  content: { content_type: 'text', parts: [text] },
  recipient: 'all',
  ...more
})

/** The messages of a conversation of these steps. */
export function read(...steps: Message[]) {
  const mapping = Object.fromEntries(
    steps.map((step, n) => [`m${n}`, { parent: n === 0 ? null : `m${n - 1}`, message: step }])
  )
  const found = chatsInExport([{ id: 'c', title: 'Чат', mapping, current_node: `m${steps.length - 1}` }])
  return found!.chats.flatMap(({ messages }) => messages)
}
export const contents = (...steps: Message[]) => read(...steps).map(({ content }) => content)

export const mark = (...parts: string[]) => `\uE200${parts.join('\uE202')}\uE201`
