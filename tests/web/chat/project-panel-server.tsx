// The panel of a project, opened from the list of chats, and its server.
import { screen, within } from '@testing-library/react'
import type { Project } from '#contract/projects.ts'
import { succeed } from '../fake-api.ts'
import { chatsColumn, startChat } from './open-chat.tsx'

export function projectServer(first: Partial<Project> = {}) {
  let name = 'Договоры'
  let project: Project = {
    folderId: 7,
    instruction: '',
    memory: true,
    files: [],
    room: { bytes: 2_100_000, bytesMax: 2_000_000_000 },
    sending: { kind: 'none', tokens: 0 },
    ...first
  }
  const change = (part: Partial<Project>) => {
    project = { ...project, ...part }
    return succeed({ project })
  }
  return {
    change,
    answers: {
      'GET /chat/conversations': () =>
        succeed({
          items: [],
          total: 0,
          running: [],
          above: {
            pinned: [],
            folders: [
              {
                id: 7,
                name,
                created_at: 1,
                total: 0,
                is_project: project.instruction !== '' || project.files.length > 0
              }
            ],
            archived: 0
          }
        }),
      'PUT /chat/folders/7': ({ body }: { body: unknown }) => {
        ;({ name } = body as { name: string })
        return succeed()
      },
      'GET /chat/folders/7/project': () => succeed({ project }),
      'PUT /chat/folders/7/project': ({ body }: { body: unknown }) => change(body as Partial<Project>),
      'DELETE /chat/folders/7/files/file-9': () => change({ files: project.files.filter(({ id }) => id !== 'file-9') }),
      'DELETE /chat/folders/7': () => succeed()
    }
  }
}

type Answers = NonNullable<Parameters<typeof startChat>[1]>['answers']

export async function openMenu(answers: Answers) {
  const chat = await startChat('/chatgpt', { tokens: 100, ...(answers && { answers }) })
  await chat.user.click(await within(chatsColumn()).findByRole('button', { name: 'Действия с папкой «Договоры»' }))
  return chat
}

export async function openPanel(answers: Answers) {
  const chat = await openMenu(answers)
  await chat.user.click(await screen.findByRole('menuitem', { name: 'Проект' }))
  const panel = await screen.findByRole('dialog', { name: /^Проект «/ })
  await within(panel).findByRole('textbox', { name: 'Инструкция проекта' })
  return { ...chat, panel }
}
