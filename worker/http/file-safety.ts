import { createMiddleware } from 'hono/factory'
import type { HonoEnv } from './context.ts'

/**
 * No scripts, no forms, no external resources. A browser that opens a video directly generates a page around it, which
 * loads the video again from its own origin and has an inline style.
 */
const filePolicy =
  "sandbox allow-same-origin; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"

/** Replaces the general policy for files: a file may be shown, but nothing in it may run. */
export const fileSafety = createMiddleware<HonoEnv>(async (c, next) => {
  await next()
  c.header('content-security-policy', filePolicy)
})
