// Folders, into which users put conversations of any service.
import { z } from 'zod'
import { chatServiceId } from './catalogue/chat.ts'
import { endpoint } from './endpoint.ts'
import { rowId as id } from './validation.ts'

export const folder = z.object({
  id: z.number(),
  name: z.string(),
  created_at: z.number(),
  /** How many conversations it shows, of the service that was asked for. */
  total: z.number().int()
})
export type Folder = z.infer<typeof folder>

const folderName = z.string().trim().min(1, 'Введите название').max(60, 'Слишком длинное название')

export const listFolders = endpoint({
  method: 'GET',
  path: '/chat/folders',
  access: 'session',
  input: z.object({ service: chatServiceId.optional() }),
  output: z.object({ folders: z.array(folder) })
})

/** FOLDERS_FULL: the user has as many as there may be. */
export const createFolder = endpoint({
  method: 'POST',
  path: '/chat/folders',
  access: 'session',
  input: z.object({ name: folderName }),
  output: z.object({ folder })
})

export const renameFolder = endpoint({
  method: 'PUT',
  path: '/chat/folders/:id',
  access: 'session',
  input: z.object({ id, name: folderName }),
  output: z.object({})
})

/** Its conversations stay and are in no folder then. */
export const deleteFolder = endpoint({
  method: 'DELETE',
  path: '/chat/folders/:id',
  access: 'session',
  input: z.object({ id }),
  output: z.object({})
})
