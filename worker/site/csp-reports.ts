// What browsers report of the pages' policy (web/public/_headers): weighed by domain/policy-report.ts, counted by directive and
// forgotten. The addresses in a report, which may hold tokens, are compared and never kept.
import type { Hono } from 'hono'
import { z } from 'zod'
import { breachOf, type PolicyBreach } from '#domain/policy-report.ts'
import { MemoryBuckets } from '#durable-objects/limiter/memory-buckets.ts'
import { parsedJson } from '#providers/http/fields.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { limitBody } from '../http/limit-body.ts'
import { networkName } from '../http/limit.ts'
import { watchRate } from '../http/watch-rate.ts'

const bodyMaxBytes = 16 * 1024
/** A page that breaks the policy reports a few times. Each isolate counts for itself, so that a report costs nothing. */
const perNetwork = { limit: 20, windowMs: 60_000 }
const networks = new MemoryBuckets()

const hourMs = 60 * 60_000
/** What one network adds to a count in an hour. */
const perVisitor = { own: 5, foreign: 1 } as const
const visitors = new MemoryBuckets()

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

interface Breach {
  directive: string
  breach: PolicyBreach
}

/** @returns null when it tells nothing about our pages */
function breachIn(c: AppContext, body: unknown): Breach | null {
  const parsed = report.safeParse(body)
  if (!parsed.success) return null
  const sent = parsed.data['csp-report']
  const { SITE_ORIGIN, YOOKASSA_WIDGET_URL } = c.var.environment
  if (URL.parse(sent['document-uri'])?.origin !== SITE_ORIGIN) return null
  const own = { site: new URL(SITE_ORIGIN).hostname, providers: [new URL(YOOKASSA_WIDGET_URL).hostname] }
  const breach = breachOf({ blocked: sent['blocked-uri'], source: sent['source-file'] }, own)
  return breach && { directive: directiveOf(sent['effective-directive'] ?? sent['violated-directive']), breach }
}

/** Whether this visitor still counts: the browser of one person must not be able to raise the alarm. */
function countsOf(c: AppContext, name: string, limit: number): boolean {
  return visitors.take({ key: `${networkName(c)} ${name}`, limit, windowMs: hourMs }, Date.now()).allowed
}

function count(c: AppContext, { directive, breach }: Breach): void {
  const name = breach.of === 'own' ? `csp ${directive}` : `csp ${directive} ${breach.group}`
  if (!countsOf(c, name, perVisitor[breach.of])) return
  watchRate(c, {
    name,
    limit: c.var.environment.ALARM_CSP_REPORTS_PER_HOUR,
    alarmOf: (reports) => ({ event: 'csp-reports', directive, reports })
  })
}

export function mountCspReports(app: Hono<HonoEnv>) {
  app.post('/csp-reports', limitBody(bodyMaxBytes), async (c) => {
    const { allowed } = networks.take({ key: networkName(c), ...perNetwork }, Date.now())
    const broken = allowed ? breachIn(c, parsedJson(await c.req.text())) : null
    if (broken) count(c, broken)
    return c.body(null, 204)
  })
}
