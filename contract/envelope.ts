import { z } from 'zod'

/** One field that the server refused; `path` is dotted, empty for the body as a whole. */
const fieldError = z.object({ path: z.string(), msg: z.string() })
export type FieldError = z.infer<typeof fieldError>

/** The body of every JSON answer of the API, successful or not. */
export const envelope = z.object({
  success: z.boolean(),
  data: z.unknown().optional(),
  message: z.string().nullish(),
  /** A Russian sentence, except where a text is fixed («Insufficient tokens»). */
  error: z.string().nullish(),
  /** A code of `errors.ts`; other values are possible from a newer server. */
  code: z.string().nullish(),
  /** Whole seconds, on limits. */
  retryAfter: z.number().nullish()
})
export type Envelope = z.infer<typeof envelope>
