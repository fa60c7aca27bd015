// What browsers report of the pages' policy (web/public/_headers): counted by directive and forgotten. The addresses in a report,
// which may hold tokens, are compared and never kept.
import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { MemoryBuckets } from '#durable-objects/limiter/memory-buckets.ts'
import { parsedJson } from '#providers/http/fields.ts'
import type { AppContext, HonoEnv } from './context.ts'
import { networkName } from './limit.ts'
import { watchRate } from './watch-rate.ts'

const bodyMaxBytes = 16 * 1024
/** A page that breaks the policy reports a few times. Each isolate counts for itself, so that a report costs nothing. */
const perNetwork = { limit: 20, windowMs: 60_000 }
const networks = new MemoryBuckets()

const directives = [
  'script-src',
  'style-src',
  'img-src',
  'connect-src',
  'font-src',
  'frame-src',
  'media-src',
  'worker-src',
  'form-action',
  'base-uri',
  'frame-ancestors',
  'require-trusted-types-for'
] as const

/** `script-src-elem` is a part of `script-src`. */
const directiveOf = (named: string): string => directives.find((one) => named.startsWith(one)) ?? 'other'

/** The form of `report-uri`; fields that are not read may be anything. */
const report = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'violated-directive': z.string(),
    'effective-directive': z.string().optional(),
    'blocked-uri': z.string().default(''),
    'source-file': z.string().default('')
  })
})

/** What an extension of the browser puts into our pages is no fault of theirs. */
const isOfExtension = (address: string) => /^[a-z-]*extension\b/.test(address)

/** @returns null when it tells nothing about our pages */
function brokenDirective(c: AppContext, body: unknown): string | null {
  const parsed = report.safeParse(body)
  if (!parsed.success) return null
  const sent = parsed.data['csp-report']
  if (URL.parse(sent['document-uri'])?.origin !== c.var.environment.SITE_ORIGIN) return null
  if (isOfExtension(sent['blocked-uri']) || isOfExtension(sent['source-file'])) return null
  return directiveOf(sent['effective-directive'] ?? sent['violated-directive'])
}

export function mountCspReports(app: Hono<HonoEnv>) {
  app.post('/csp-reports', bodyLimit({ maxSize: bodyMaxBytes, onError: (c) => c.body(null, 413) }), async (c) => {
    const { allowed } = networks.take({ key: networkName(c), ...perNetwork }, Date.now())
    const directive = allowed ? brokenDirective(c, parsedJson(await c.req.text())) : null
    if (directive !== null)
      watchRate(c, {
        name: `csp ${directive}`,
        limit: c.var.environment.ALARM_CSP_REPORTS_PER_HOUR,
        alarmOf: (reports) => ({ event: 'csp-reports', directive, reports })
      })
    return c.body(null, 204)
  })
}
