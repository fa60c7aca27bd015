// A test of a supplier: one question through the adapter that answers users, and what came of it. No user's money is involved.
import type { Hono } from 'hono'
import { type SupplierTest, testPrompt, testSupplier } from '#contract/operator/shop/suppliers.ts'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import { type ChatConnection, isOfChats } from '#providers/chat/connection.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { limiterOf } from '#durable-objects/stubs.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { conflict } from '../../http/errors.ts'
import { expectAllowed } from '../../http/limit.ts'
import { serve } from '../../http/serve.ts'
import { connectionTo } from './supplier-view.ts'

const testMs = 20_000
/** Enough for the thinking before one word. */
const outputTokensMax = 1000
const textMax = 120

/** Of all operators together, because the platform pays each. */
const perMinute = { key: 'supplier-test', limit: 10, windowMs: 60_000 }

/** @throws AppError RATE_LIMITED */
const takeTest = async (c: AppContext): Promise<void> =>
  expectAllowed(await limiterOf(c.env, 'supplier-tests').take([perMinute]))

/** A picture or a film costs too much for a test. */
const byFirstWork = 'Этот поставщик не отвечает на вопросы: ключ проверит первая работа'

/** What became of an error of the call. */
function failureOf(error: unknown, hasTimedOut: boolean): NonNullable<SupplierTest['failure']> {
  if (hasTimedOut) return { kind: 'timeout', status: null, code: null }
  if (!(error instanceof ProviderFailure)) throw error
  const { kind, status, code } = error
  return { kind, status, code }
}

async function asked(connection: ChatConnection, model: string): Promise<SupplierTest> {
  const begun = Date.now()
  const signal = AbortSignal.timeout(testMs)
  const result: SupplierTest = {
    first_word_ms: null,
    total_ms: 0,
    text: '',
    upstream_model: null,
    usage: null,
    failure: null
  }
  const request = { model, turns: [{ role: 'user' as const, text: testPrompt }], outputTokensMax, userTag: 'operator' }
  try {
    for await (const event of chatProviderOf(connection).stream(request, signal)) {
      if (event.type === 'text' || event.type === 'thinking') result.first_word_ms ??= Date.now() - begun
      if (event.type === 'text') result.text = (result.text + event.text).slice(0, textMax)
      if (event.type !== 'end') continue
      const { usage, upstreamModel, reason } = event
      result.upstream_model = upstreamModel.slice(0, 100)
      result.usage = usage && { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens }
      if (reason === 'refused') result.failure = { kind: 'refused', status: null, code: null }
    }
  } catch (error) {
    result.failure = failureOf(error, signal.aborted)
  }
  return { ...result, total_ms: Date.now() - begun }
}

export function mountSupplierTests(app: Hono<HonoEnv>) {
  serve(app, testSupplier, async ({ id, model }, c) => {
    const { connection } = await connectionTo(c, id)
    if (!isOfChats(connection)) throw conflict(byFirstWork)
    await takeTest(c)
    return asked(connection, model)
  })
}
