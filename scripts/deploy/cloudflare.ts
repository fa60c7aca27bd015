// Cloudflare's REST API (developers.cloudflare.com/api), as far as a deployment looks at an account and makes what is missing.
// What needs the code of the product (the Worker, the pages) is uploaded by wrangler, which speaks with the same API.
import { z } from 'zod'
import { SetupProblem } from '../base/setup-problem.ts'
import { reasonOf } from '../base/site-words.ts'

const envelope = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })).default([]),
  result: z.unknown()
})

/** A call that Cloudflare refused. */
export class Refused extends SetupProblem {
  readonly status: number
  constructor(call: string, status: number, reasons: string) {
    super(`Cloudflare refused ${call}: ${status} ${reasons}`)
    this.status = status
  }
}

export interface Cloudflare {
  /** Null for what does not exist. @throws Refused; SetupProblem when no answer came */
  find<Result>(path: string, result: z.ZodType<Result>): Promise<Result | null>
  post<Result>(path: string, body: object, result: z.ZodType<Result>): Promise<Result>
}

const attempts = 3

/**
 * @param token an API token; it is sent, and never printed
 * @param base where the API is
 */
export function cloudflare(token: string, base: string, signal: AbortSignal): Cloudflare {
  async function call<Result>(path: string, form: z.ZodType<Result>, body?: object, attempt = 1): Promise<Result> {
    const response = await fetch(`${base}${path}`, {
      method: body ? 'POST' : 'GET',
      signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]),
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) })
    }).catch(reasonOf)
    signal.throwIfAborted()
    // A read may be repeated; what was to be made is looked for by the next run.
    if ((typeof response === 'string' || response.status >= 500) && !body && attempt < attempts)
      return call(path, form, body, attempt + 1)
    if (typeof response === 'string') throw new SetupProblem(`${path}: Cloudflare does not answer (${response})`)
    const parsed = envelope.safeParse(await response.json().catch(() => null))
    if (!response.ok || !parsed.success || !parsed.data.success) {
      const reasons = parsed.data?.errors.map(({ code, message }) => `${message} (${code})`).join('; ')
      throw new Refused(`${body ? 'POST' : 'GET'} ${path}`, response.status, reasons || 'without a reason')
    }
    const read = form.safeParse(parsed.data.result)
    if (!read.success) throw new SetupProblem(`${path}: Cloudflare answered in another form than expected`)
    return read.data
  }
  return {
    post: (path, body, result) => call(path, result, body),
    find: (path, result) =>
      call(path, result).catch((error: unknown) => {
        if (error instanceof Refused && error.status === 404) return null
        throw error
      })
  }
}

/** What a dry run without a token sees: an account in which nothing is. */
export const emptyAccount: Cloudflare = {
  find: () => Promise.resolve(null),
  post: (path) => Promise.reject(new SetupProblem(`${path} needs a token`))
}
