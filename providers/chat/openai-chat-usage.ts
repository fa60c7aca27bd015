// The tokens of an answer, as suppliers that speak `/chat/completions` report them.
import { countAt, fieldAt } from '../http/fields.ts'
import type { ChatUsage } from './provider.ts'

const microsPerDollar = 1_000_000

/** OpenRouter tells in dollars what the call cost. */
function costOf(usage: unknown): number | null {
  const cost = fieldAt(usage, 'cost')
  if (typeof cost !== 'number' || !(cost >= 0)) return null
  const micros = Math.ceil(cost * microsPerDollar)
  return Number.isSafeInteger(micros) ? micros : null
}

const firstOf = (...counts: (number | null)[]) => counts.find((count) => count !== null) ?? 0

/**
 * Cached tokens are in a field of OpenAI's, of DeepSeek's or of Moonshot's. They are a part of `prompt_tokens`, except behind
 * gateways that copy Anthropic's numbers: then they can be more than the whole. Gemini does not count thinking as output: only the
 * total has it.
 * @returns null for numbers that are missing, or that stand for none: some suppliers send zeros until the end
 */
export function chatUsageOf(usage: unknown): ChatUsage | null {
  const prompt = countAt(usage, 'prompt_tokens')
  const completion = countAt(usage, 'completion_tokens')
  if (prompt === null || completion === null || prompt + completion === 0) return null
  const cached = firstOf(
    countAt(usage, 'prompt_tokens_details', 'cached_tokens'),
    countAt(usage, 'prompt_cache_hit_tokens'),
    countAt(usage, 'cached_tokens')
  )
  const written = firstOf(
    countAt(usage, 'prompt_tokens_details', 'cache_write_tokens'),
    countAt(usage, 'prompt_tokens_details', 'cache_creation_tokens')
  )
  const isBeside = cached + written > prompt
  const total = countAt(usage, 'total_tokens') ?? 0
  const beyond = isBeside ? 0 : Math.max(0, total - prompt - completion)
  const thinking = firstOf(countAt(usage, 'completion_tokens_details', 'reasoning_tokens'), beyond)
  const cost = costOf(usage)
  return {
    inputTokens: isBeside ? prompt + cached + written : prompt,
    ...(cached > 0 && { cachedInputTokens: cached }),
    ...(written > 0 && { cacheWriteTokens: written }),
    outputTokens: completion + beyond,
    ...(thinking > 0 && { thinkingTokens: thinking }),
    ...(cost !== null && { costMicros: cost })
  }
}
