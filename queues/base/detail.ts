import { nameOf } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'

/** The part of an error that may be logged: a provider's failure consists of codes, any other message may quote a prompt. */
export const detailOf = (error: unknown): string => (error instanceof ProviderFailure ? error.message : nameOf(error))
