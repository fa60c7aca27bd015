// A user's ledger, month by month, as the wallet's journal has it.
import { z } from 'zod'
import { subjectId } from '../access/change.ts'
import { endpoint } from '../../endpoint.ts'

/** A calendar month in UTC. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Месяц пишется как 2026-11')

/** The months that have lines, from the first to the last; of an erased account too. */
export const openBooks = endpoint({
  call: 'GET /operator/users/:id/books',
  permission: 'books.read',
  recorded: true,
  input: z.object({ id: subjectId }),
  output: z.object({ months: z.object({ from: z.string(), to: z.string() }).nullable() })
})

/** The lines of the ledger of a month, however long ago. */
export const readBooks = endpoint({
  call: 'GET /operator/users/:id/books/:month',
  permission: 'books.read',
  recorded: true,
  input: z.object({ id: subjectId, month, format: z.enum(['csv', 'jsonl']).default('csv') }),
  output: z.string()
})
