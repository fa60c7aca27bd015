// The copy of a user’s ledger, month by month.
import { z } from 'zod'
import { change, subjectId } from '../access/change.ts'
import { endpoint } from '../../endpoint.ts'

/** A calendar month in UTC. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Месяц пишется как 2026-11')

const bookFile = z.object({
  month: z.string(),
  kind: z.enum(['ledger', 'usage']),
  /** From 1: a month with many lines has several files. */
  part: z.number().int(),
  /** Where it is in the bucket. */
  key: z.string(),
  rows: z.number().int(),
  first_seq: z.number().int(),
  last_seq: z.number().int(),
  bytes: z.number().int(),
  /** Of the stored bytes, in hexadecimal. */
  sha256: z.string(),
  archived_at: z.number()
})

/** Where the copy of a user's ledger is; of an erased account too. */
export const openBooks = endpoint({
  call: 'GET /operator/users/:id/books',
  permission: 'books.read',
  recorded: true,
  input: z.object({ id: subjectId }),
  /** `live`: the months that are still in the database. */
  output: z.object({ files: z.array(bookFile), live: z.object({ from: z.string(), to: z.string() }).nullable() })
})

/** The lines of the ledger of a month, from files or from the database. 409: a file is damaged. */
export const readBooks = endpoint({
  call: 'GET /operator/users/:id/books/:month',
  permission: 'books.read',
  recorded: true,
  input: z.object({ id: subjectId, month, format: z.enum(['csv', 'jsonl']).default('csv') }),
  output: z.string()
})

/** Writes the damaged files of a month anew from the journal. 409: the journal adds up to something else. */
export const restoreBooks = endpoint({
  call: 'POST /operator/users/:id/books/:month/restoration',
  permission: 'books.change',
  input: z.object({ id: subjectId, month, ...change }),
  /** How many files were written. */
  output: z.object({ files: z.number().int() })
})
