// Folders, into which users put conversations of any service, and those into which they put jobs. They have the same calls at
// two addresses: `chats.ts` and `library.ts`.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { rowId as id } from './validation.ts'

export const folder = z.object({
  id: z.number(),
  name: z.string(),
  created_at: z.number(),
  /** How many conversations it shows, of the service that was asked for; or how many jobs are in it. */
  total: z.number().int(),
  /** It is a folder of chats with an instruction or files: `projects.ts`. Absent: it is not. */
  is_project: z.boolean().optional()
})
export type Folder = z.infer<typeof folder>

const name = z.string().trim().min(1, 'Введите название').max(60, 'Слишком длинное название')

/** @param wanted the input of the list */
export const folderCalls = <Wanted extends z.ZodType>(path: `/${string}`, wanted: Wanted) => ({
  /** In the order in which they were made. */
  list: endpoint({
    call: `GET ${path}`,
    access: 'session',
    input: wanted,
    output: z.object({ folders: z.array(folder) })
  }),
  /** FOLDERS_FULL: the user has as many as there may be. */
  create: endpoint({
    call: `POST ${path}`,
    access: 'session',
    input: z.object({ name }),
    output: z.object({ folder })
  }),
  rename: endpoint({
    call: `PUT ${path}/:id`,
    access: 'session',
    input: z.object({ id, name })
  }),
  /** What is in it stays and is in no folder then. */
  remove: endpoint({
    call: `DELETE ${path}/:id`,
    access: 'session',
    input: z.object({ id })
  })
})

export type FolderCalls<Wanted extends z.ZodType> = ReturnType<typeof folderCalls<Wanted>>
