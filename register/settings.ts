// The settings of the register. docs/register.md tells how the machine is set up.
import { z } from 'zod'
import { numberInText } from '#contract/validation.ts'

const settings = z.object({
  REGISTER_KEY: z.string().min(32, 'must have at least 32 characters, the same as the Worker has'),
  /** Where the Worker answers, such as the own address of the Pages project. */
  REGISTER_UPSTREAM: z
    .url()
    .refine((url) => URL.parse(url)?.origin === url, 'must be an origin, without a path or final slash'),
  /** A file of SQLite, or `postgres://…`. */
  REGISTER_DATABASE_URL: z.string().min(1),
  REGISTER_PORT: numberInText(z.number().int().positive().max(65_535)).default(8790),
  REGISTER_TIMEOUT_SECONDS: numberInText(z.number().int().positive().max(300)).default(60),
  /** For tests alone: where the process kills itself. */
  REGISTER_KILL_AT: z.string().optional()
})

export type Settings = z.infer<typeof settings>

/** @throws Error that names what is wrong and quotes no value */
export function readSettings(source: NodeJS.ProcessEnv | Record<string, string>): Settings {
  const parsed = settings.safeParse(source)
  if (parsed.success) return parsed.data
  throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
}
