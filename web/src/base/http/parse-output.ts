import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { unreadable } from './api-error.ts'

/** Checks the `data` of a response. Throws `ApiError` when it does not match the contract. */
export function parseOutput<Output extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, Output>,
  data: unknown
): z.output<Output> {
  const parsed = endpoint.output.safeParse(data)
  if (!parsed.success) throw unreadable(200)
  return parsed.data
}
