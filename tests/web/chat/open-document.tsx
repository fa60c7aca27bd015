// A document that is open beside its chat.
import { type BoundFunctions, type queries, screen, within } from '@testing-library/react'
import { announceMessage } from '#web/src/base/live/live-bus.ts'
import { messageOf } from './chat-server.ts'
import { documentServer } from './documents-server.ts'
import { startChat } from './open-chat.tsx'

export const letter = 'Дорогие соседи! Просим не шуметь после одиннадцати.'
export const saved = [
  messageOf(1, 'user'),
  messageOf(2, 'assistant', { content: `${letter} `.repeat(10), parent_id: 1 })
]

export async function openDocument(
  documents = documentServer([letter]),
  settings: Parameters<typeof startChat>[1] = {}
) {
  const { answers, ...rest } = settings
  const chat = await startChat('/chatgpt?chat=1&document=7', {
    saved,
    ...rest,
    answers: { ...documents.answers, ...answers }
  })
  const panel = await screen.findByRole('complementary', { name: 'Документ' })
  return { ...chat, documents, panel: within(panel) }
}

export const textField = (panel: BoundFunctions<typeof queries>) =>
  panel.findByRole<HTMLTextAreaElement>('textbox', { name: 'Текст документа' })
export const saveButton = { name: 'Сохранить версию' }
export const ended = (server: { keys: () => (string | null)[] }) =>
  announceMessage({ type: 'answer', operationId: server.keys().at(-1) ?? '', conversationId: 1, state: 'finished' })
