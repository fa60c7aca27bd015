import type { z } from 'zod'
import { parsedJson } from '#providers/http/fields.ts'
import type { AppContext } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'

/** @throws AppError VALIDATION_FAILED */
export function parsed<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const { success, data } = schema.safeParse(input)
  if (!success) throw new AppError('VALIDATION_FAILED')
  return data
}

/** @throws AppError VALIDATION_FAILED */
export const parsedBody = async <Output>(c: AppContext, schema: z.ZodType<Output>): Promise<Output> =>
  parsed(schema, parsedJson(await c.req.text()))
