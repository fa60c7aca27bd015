import { nameOf } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'

/** What may be logged of an error: a provider's failure consists of codes, any other message may quote a prompt. */
export const detailOf = (error: unknown): string => (error instanceof ProviderFailure ? error.message : nameOf(error))
