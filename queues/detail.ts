import { nameOf } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'

/** What may be written about a failed call: a provider's failure is nothing but codes, any other error may quote a prompt. */
export const detailOf = (error: unknown): string => (error instanceof ProviderFailure ? error.message : nameOf(error))
