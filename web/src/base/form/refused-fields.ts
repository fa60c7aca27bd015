import { ApiError } from '../session/client.ts'

/** What the server refused, by the names its contract gives the fields; empty when the failure is about none of them. */
export function refusedFields<Field extends string>(
  error: unknown,
  fields: readonly Field[]
): Partial<Record<Field, string>> {
  const details = error instanceof ApiError ? (error.details ?? []) : []
  return Object.fromEntries(
    details.filter(({ path }) => fields.some((field) => field === path)).map(({ path, msg }) => [path, msg])
  ) as Partial<Record<Field, string>>
}
