import type { Hono } from 'hono'
import { z } from 'zod'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { Envelope, FieldError } from '#contract/envelope.ts'
import { parsedJson } from '#providers/http/fields.ts'
import { whileAdmitted } from './admitted.ts'
import type { AppContext, HonoEnv } from './context.ts'
import { AppError } from './errors.ts'
import { fieldText } from './field-texts.ts'
import { expectOperator } from './operator.ts'
import { authenticate, expectSession } from './session.ts'

/** The problems that zod found, as `{ path, msg }`. */
const detailsOf = (error: z.ZodError): FieldError[] =>
  error.issues.map((issue) => ({ path: issue.path.join('.').toWellFormed(), msg: issue.message }))

/** @returns a value that is not an object when the body is not JSON */
async function bodyOf(c: AppContext): Promise<unknown> {
  const text = await c.req.text()
  if (text === '') return {}
  // Only JSON is accepted: a form posted by another site must never work as a call.
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw new AppError('BAD_REQUEST')
  return parsedJson(text)
}

function queryOf(c: AppContext): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length !== 1) throw new AppError('BAD_REQUEST')
    query[name] = values[0]!
  }
  return query
}

/** Path parameters, query and body as one validated object. @throws AppError with the fields that are wrong. */
async function inputOf<Input extends z.ZodType>(
  { method, access, input }: Endpoint<Input>,
  c: AppContext,
  readBody = bodyOf
): Promise<z.output<Input>> {
  const isQuery = method === 'GET' || method === 'DELETE'
  const sent = isQuery ? queryOf(c) : await readBody(c)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw new AppError('BAD_REQUEST')
  const parsed = input.safeParse({ ...sent, ...c.req.param() }, { error: fieldText })
  if (!parsed.success) throw new AppError('VALIDATION_FAILED', { details: detailsOf(parsed.error) })
  // An operator's script that misspells a filter or a page must not take the first page of everything for what it asked.
  for (const path of isQuery && access === 'operator' ? Object.keys(sent) : [])
    if (!Object.hasOwn(parsed.data as object, path))
      throw new AppError('VALIDATION_FAILED', { details: [{ path, msg: 'Такого поля нет' }] })
  return parsed.data
}

export const succeed = (c: AppContext, data: unknown, message: string | null = null): Response =>
  c.json({ success: true, data, message, error: null } satisfies Envelope)

/** An endpoint, and how it is served where that differs from other endpoints. */
interface Served<Input extends z.ZodType, Output extends z.ZodType> extends Endpoint<Input, Output> {
  /** Called only after the caller is authenticated, so that large bodies of strangers are not read. */
  readBody?: (c: AppContext) => Promise<unknown>
  /** What the Worker itself checks; less than the endpoint demands where the user's object checks the session. */
  checked?: Access
}

/** The handler asks the user's object about the session: in a call that it makes anyway, or with `whileAdmitted`. */
export const sessionByObject = <Input extends z.ZodType, Output extends z.ZodType>(
  endpoint: Endpoint<Input, Output>
): Served<Input, Output> => ({ ...endpoint, checked: 'user' })

/**
 * Runs a check before the user's object checks the session: a signed-out user gets UNAUTHORIZED, not the check's refusal.
 * @throws AppError UNAUTHORIZED, or what the check threw
 */
export async function orSignedOut<Result>(c: AppContext, check: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    await expectSession(c)
    throw error
  }
}

/** Proves who calls. A read that goes to D1 for its session is counted at the same time by the user's object. */
async function admit(c: AppContext, method: Endpoint['method'], access: 'user' | 'session'): Promise<void> {
  c.set('caller', await authenticate(c))
  if (access === 'user') return
  const prove = () => expectSession(c)
  await (method === 'GET' ? whileAdmitted(c, prove) : prove())
}

/** Mounts an endpoint whose handler builds the whole response itself (streams). */
export function serveRaw<Input extends z.ZodType, Output extends z.ZodType>(
  app: Hono<HonoEnv>,
  endpoint: Served<Input, Output>,
  handler: (input: z.output<Input>, c: AppContext) => Promise<Response>
): void {
  const { access, checked = access, readBody } = endpoint
  app.on(endpoint.method, endpoint.path, async (c) => {
    if (checked === 'operator') await expectOperator(c, endpoint.permission)
    else if (checked !== 'public') await admit(c, endpoint.method, checked)
    const read = () => inputOf(endpoint, c, readBody)
    return handler(checked === access ? await read() : await orSignedOut(c, read), c)
  })
}

/** Mounts an endpoint: the caller is authenticated, the input parsed, and the output checked by the compiler. */
export const serve = <Input extends z.ZodType, Output extends z.ZodType>(
  app: Hono<HonoEnv>,
  endpoint: Served<Input, Output>,
  handler: (input: z.output<Input>, c: AppContext) => Promise<z.input<Output>>
): void => serveRaw(app, endpoint, async (input, c) => succeed(c, await handler(input, c)))
