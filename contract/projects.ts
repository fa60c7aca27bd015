// A folder of chats as a project: an instruction and files for all of its chats, of any service and model.
import { z } from 'zod'
import { attachment } from './attached-file.ts'
import { endpoint } from './endpoint.ts'
import { numberInText, rowId as id } from './validation.ts'

export const projectInstructionLengthMax = 4000
export const projectFilesMax = 50

/** Where a model was shown a part of a file; without `start` and `end` it was shown all of it. */
export const readPlace = z.object({
  fileId: z.string(),
  name: z.string(),
  /** Counts from 1; null: the file has no pages, or all of them were shown. */
  page: z.number().int().nullable(),
  /** Characters of its text. */
  start: z.number().int().optional(),
  end: z.number().int().optional()
})
export type ReadPlace = z.infer<typeof readPlace>

/**
 * What a question in the project sends of its files, and adds to the price. `all`: their whole text. `passages`: it does not fit, so those
 * that have the words of the question. `none`: there are no files that are read.
 */
const projectSending = z.object({ kind: z.enum(['none', 'all', 'passages']), tokens: z.number().int() })
export type ProjectSending = z.infer<typeof projectSending>

const project = z.object({
  folderId: z.number().int(),
  instruction: z.string(),
  /** Whether the user's memory counts in its chats, where it is on at all. */
  memory: z.boolean(),
  files: z.array(attachment),
  /** What the user's files may take by plan, and take. */
  room: z.object({ bytes: z.number(), bytesMax: z.number() }),
  /** For a question to the model that was named. */
  sending: projectSending
})
export type Project = z.infer<typeof project>

/** Every folder of chats is one; it has nothing until something is added. `model`: the model and its service to which a question would go. */
export const readProject = endpoint({
  call: 'GET /chat/folders/:id/project',
  access: 'session',
  input: z.object({ id, service: z.string().max(40).optional(), model: z.string().max(100).optional() }),
  output: z.object({ project })
})

/** What is left out stays. */
export const changeProject = endpoint({
  call: 'PUT /chat/folders/:id/project',
  access: 'session',
  input: z
    .object({
      id,
      instruction: z.string().trim().max(projectInstructionLengthMax, 'Слишком длинная инструкция').optional(),
      memory: z.boolean().optional()
    })
    .refine(({ instruction, memory }) => instruction !== undefined || memory !== undefined, 'Укажите, что изменить'),
  output: z.object({ project })
})

/** Adds a file that was attached as for a question: a document or a text. PROJECT_FULL: there are as many as may be. */
export const addProjectFile = endpoint({
  call: 'POST /chat/folders/:id/files',
  access: 'session',
  input: z.object({ id, attachment: z.string().max(64) }),
  output: z.object({ project })
})

/** The file itself is deleted, unless a question has it. */
export const removeProjectFile = endpoint({
  call: 'DELETE /chat/folders/:id/files/:file',
  access: 'session',
  input: z.object({ id, file: z.string().max(64) }),
  output: z.object({ project })
})

/** The text of a file as models get it, around a place: what a link of an answer opens. NOT_FOUND: the file is deleted. */
export const readFileText = endpoint({
  call: 'GET /attachments/:file/text',
  access: 'session',
  input: z.object({ file: z.string().max(64), start: numberInText(z.number().int().min(0)).default(0) }),
  output: z.object({
    name: z.string(),
    /** Of the text. */
    length: z.number().int(),
    /** Where this part begins. */
    from: z.number().int(),
    /** A form feed stands between pages. */
    text: z.string(),
    /** Of its beginning; null: the file has no pages. */
    page: z.number().int().nullable()
  })
})
