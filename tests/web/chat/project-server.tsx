// A chat in a folder that is a project: its server and its page.
import type { Project } from '#contract/projects.ts'
import { succeed } from '../fake-api.ts'
import { chatServer, conversationOf, messageOf } from './chat-server.ts'
import { attachmentOf } from './fake-upload.ts'
import { openChat } from './open-chat.tsx'

export const projectOf = (part: Partial<Project> = {}): Project => ({
  folderId: 7,
  instruction: '',
  memory: true,
  files: [attachmentOf(), attachmentOf({ id: 'file-10', name: 'договор-2.pdf', kind: 'document' })],
  room: { bytes: 2_000_000, bytesMax: 104_857_600 },
  sending: { kind: 'all', tokens: 4 },
  ...part
})

const folder = { id: 7, name: 'Договоры', created_at: 1, total: 1 }

type Settings = NonNullable<Parameters<typeof chatServer>[0]>

/** A chat with one turn that lies in the folder. */
export async function openInFolder(answers: Settings['answers'], part: Partial<Settings> = {}) {
  const inFolder = conversationOf(1, { folder_id: 7 })
  const server = chatServer({
    tokens: 100,
    conversations: [inFolder],
    messages: { 1: [messageOf(1, 'user'), messageOf(2, 'assistant')] },
    ...part,
    answers: {
      'GET /chat/conversations': ({ path }) =>
        succeed(
          path.includes('folder=')
            ? { items: [inFolder], total: 1, running: [] }
            : { items: [], total: 0, running: [], above: { pinned: [], folders: [folder], archived: 0 } }
        ),
      ...answers
    }
  })
  return { server, ...(await openChat('/chatgpt?chat=1')) }
}

export const bodyOf = (server: { questions: () => { body: unknown }[] }) => server.questions().at(-1)?.body
