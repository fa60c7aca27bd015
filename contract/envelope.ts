import { z } from 'zod'

/** One field that the server refused; `path` is dotted, empty for the body as a whole. */
const fieldError = z.object({ path: z.string(), msg: z.string() })
export type FieldError = z.infer<typeof fieldError>

/** The body of every JSON response of the API, successful or not. */
export const envelope = z.object({
  success: z.boolean(),
  data: z.unknown().optional(),
  message: z.string().nullish(),
  /** Text for the user in Russian, except for fixed texts («Insufficient tokens»). */
  error: z.string().nullish(),
  /** A code of `errors.ts`; other values are possible from a newer server. */
  code: z.string().nullish(),
  /** Whole seconds; set when a limit was reached. */
  retryAfter: z.number().nullish()
})
export type Envelope = z.infer<typeof envelope>
