// «Мои работы»: the finished jobs of a user with their files, as a list that may be long. A job itself is read with `jobs.ts`.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { folderCalls } from './folders.ts'
import { galleryKind, job } from './jobs.ts'
import { numberInText, operationId, rowId as folderId } from './validation.ts'

const instant = numberInText(z.number().int().min(0).max(9_999_999_999_999))
const flag = z.enum(['1']).transform(() => true)

/** At most so many entries of the list come at once. */
const jobsPerPage = 1000
/** How many works one call reads, deletes, or changes. */
export const jobsReadMax = 60
export const jobsDeletedMax = 25
export const jobsPlacedMax = 500

/** A job in the list: enough to lay out its place and to add up a selection. */
const libraryItem = z.object({
  id: z.string(),
  created_at: z.number().int(),
  /** Width divided by height of its first file; null for sound. */
  ratio: z.number().nullable(),
  favourite: z.boolean(),
  folder_id: z.number().int().nullable(),
  /** Of all its files. */
  size_bytes: z.number().int()
})
export type LibraryItem = z.infer<typeof libraryItem>

export const jobSearchTextMax = 200

/** The filter of the list: a job must meet all conditions. */
const wanted = z.object({
  /** Words or beginnings of words; the prompt must have all of them. */
  q: z.string().trim().max(jobSearchTextMax, 'Слишком длинный запрос').optional(),
  service: z.string().max(40).optional(),
  kind: galleryKind.optional(),
  favourite: flag.optional(),
  /** NOT_FOUND for an unknown folder. */
  folder: folderId.optional(),
  /** Made at this time or later, and before that time. */
  from: instant.optional(),
  to: instant.optional()
})
export type WantedJobs = z.infer<typeof wanted>

/** Newest first; pages go backwards with `before`, the id of the oldest job received. */
export const listLibrary = endpoint({
  call: 'GET /library/works',
  access: 'session',
  input: wanted.extend({
    limit: numberInText(z.number().int().min(1).max(jobsPerPage)).default(jobsPerPage),
    before: operationId.optional(),
    /** The first so many are also sent whole, so that a page needs no second call to show something. */
    whole: numberInText(z.number().int().min(0).max(jobsReadMax)).default(0)
  }),
  output: z.object({
    works: z.array(libraryItem),
    jobs: z.array(job),
    hasMore: z.boolean(),
    /** How many there are; null on all pages but the first. */
    total: z.number().int().nullable(),
    /** Prompts are still being read for the search: the same call finds more a moment later. */
    indexing: z.boolean(),
    /** The search found more jobs than it may return: only the newest are listed. */
    cut: z.boolean()
  })
})

const idsIn = (max: number) =>
  z
    .string()
    .max(max * 65)
    .transform((text) => text.split(','))
    .pipe(z.array(operationId).min(1).max(max))

/** Finished jobs by their ids, separated by commas; what the user does not have is left out. */
export const readLibraryJobs = endpoint({
  call: 'GET /library/jobs',
  access: 'session',
  input: z.object({ ids: idsIn(jobsReadMax) }),
  output: z.object({ works: z.array(libraryItem), jobs: z.array(job) })
})

const ids = (max: number) => z.array(operationId).min(1, 'Выберите работы').max(max, `Не больше ${max} работ за раз`)

/**
 * Marks jobs as favourites or files them; omitted fields stay. NOT_FOUND for an unknown folder; jobs that the user does not have
 * are skipped.
 */
export const placeJobs = endpoint({
  call: 'PUT /library/works',
  access: 'session',
  input: z
    .object({
      ids: ids(jobsPlacedMax),
      favourite: z.boolean().optional(),
      folderId: z.number().int().positive().nullable().optional()
    })
    .refine(({ favourite, folderId: to }) => favourite !== undefined || to !== undefined, 'Укажите, что изменить'),
  /** The jobs that were changed. */
  output: z.object({ ids: z.array(z.string()) })
})

/** Deletes ended jobs with their files. A job that no longer exists counts as deleted; a running one stays. */
export const deleteLibraryJobs = endpoint({
  call: 'POST /library/deletions',
  access: 'session',
  input: z.object({ ids: ids(jobsDeletedMax) }),
  output: z.object({ deleted: z.array(z.string()) })
})

/** A ZIP holds at most so many jobs, and so many bytes. */
export const zipJobsMax = 200
export const zipBytesMax = 1_000_000_000

/** A link, for ten minutes, to a ZIP with the files of these jobs. ZIP_TOO_LARGE; NOT_FOUND when one is not the user's. */
export const zipJobs = endpoint({
  call: 'POST /library/zips',
  access: 'session',
  input: z.object({ ids: ids(zipJobsMax) }),
  output: z.object({
    url: z.string(),
    files: z.number().int(),
    /** Of the whole ZIP, to the byte. */
    sizeBytes: z.number().int()
  })
})

export const libraryFolders = folderCalls('/library/folders', z.object({}))
