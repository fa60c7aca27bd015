import { OPENAI_MODELS, OPENAI_RETIRED, type ServedModel } from './models.ts'
import { thinkingTokensOf, rejected, type TextRequest, type TextUpstream } from '../answer/upstream.ts'
import { checkOutputLimit, checkShape, effortOf, readInput } from './read-input.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import {
  openaiError,
  openaiFault,
  openaiKeyError,
  openaiModelNotFound,
  openaiProblem
} from '../../base/openai-errors.ts'
import { checkFunctions, checkText, formatOf, offerOf } from './functions.ts'
import { asksForSummary, checkTools, maySearch } from './tools.ts'
import { writeResponses, type ResponsesDialect } from './write.ts'
import { isRefusal } from '../../base/faults.ts'
import type { LinkOf } from '../answer/search.ts'
import type { Problem } from '../../base/replies.ts'

const MIN_OUTPUT_TOKENS = 16

const KNOWN_PARAMETERS = new Set(
  `background conversation include input instructions max_output_tokens max_tool_calls metadata model
  parallel_tool_calls previous_response_id prompt prompt_cache_key prompt_cache_retention reasoning safety_identifier
  service_tier store stream stream_options temperature text tool_choice tools top_logprobs top_p truncation user`.split(
    /\s+/
  )
)

/** The site's name, and an address by which the site knows who sent the reader. */
const linkOf: LinkOf = ({ url }) => ` ([${new URL(url).hostname}](${urlOf(url)}))`
const urlOf = (url: string) => `${url}${url.includes('?') ? '&' : '?'}utm_source=openai`

const DIALECT: ResponsesDialect = {
  usageOf: ({ inputTokens, outputTokens, thinkingTokens }) => ({
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: thinkingTokens },
    total_tokens: inputTokens + outputTokens
  }),
  limitedMidway: { code: 'rate_limit_exceeded', message: 'Rate limit reached for this model.', param: null },
  marksReasoning: false,
  summarises: asksForSummary,
  annotationOf: ({ url, title }) => ({ url: urlOf(url), title }),
  writesArguments: true
}

/** `POST /openai/v1/responses`. */
export const openai: TextUpstream = {
  provider: 'openai',
  headersOf: (requestId) => ({
    'x-request-id': requestId,
    'openai-processing-ms': '180',
    'x-ratelimit-limit-requests': '10000',
    'x-ratelimit-remaining-requests': '9999',
    'x-ratelimit-reset-requests': '6ms'
  }),

  read(headers, body) {
    const keyError = openaiKeyError(headers)
    if (keyError !== null) return rejected(keyError)
    if (!isObject(body)) return rejected(openaiError(400, 'We could not parse the JSON body of your request.'))
    const problem =
      checkParameters(body) ??
      checkShape(body) ??
      checkOutputLimit(body, MIN_OUTPUT_TOKENS) ??
      checkTools(body) ??
      checkFunctions(body) ??
      checkText(body)
    if (problem !== null) return rejected(openaiProblem(problem))
    const id = String(body['model'])
    const model = OPENAI_MODELS[id]
    if (model === undefined)
      return rejected(OPENAI_RETIRED.has(id) ? openaiModelNotFound(id, OPENAI_RETIRED) : openaiProblem(unknown(id)))
    const misfit = checkForModel(body, id, model)
    return misfit === null ? { kind: 'accepted', request: requestOf(body, model) } : rejected(openaiProblem(misfit))
  },

  write: (request, answer) => writeResponses(request, answer, DIALECT),

  replyTo(fault, { model }) {
    if (fault === 'model-gone') return openaiModelNotFound(model, OPENAI_RETIRED)
    if (fault === 'moderation')
      return openaiError(400, 'Invalid prompt: it was flagged by our usage policy.', { code: 'invalid_prompt' })
    return isRefusal(fault) ? openaiFault(fault, model) : null
  }
}

function checkParameters(body: JsonObject): Problem | null {
  const unknown = Object.keys(body).find((key) => !KNOWN_PARAMETERS.has(key))
  if (unknown === undefined) return null
  return { message: `Unknown parameter: '${unknown}'.`, param: unknown, code: 'unknown_parameter' }
}

/** A reasoning model accepts sampling parameters only with effort `none`; other models accept no effort. */
function checkForModel(body: JsonObject, id: string, { efforts, contextTokens }: ServedModel): Problem | null {
  const effort = effortOf(body)
  if (asksForSummary(body) && efforts.length === 0) return unsupported('reasoning.summary', 'unsupported_parameter')
  if (effort !== undefined && efforts.length === 0) return unsupported('reasoning.effort', 'unsupported_parameter')
  if (effort !== undefined && !efforts.includes(effort)) {
    const message = `Unsupported value: '${effort}' is not supported with the '${id}' model.`
    return { message, param: 'reasoning.effort', code: 'unsupported_value' }
  }
  const sampling = ['temperature', 'top_p', 'top_logprobs'].find((key) => body[key] !== undefined && body[key] !== null)
  if (sampling !== undefined && efforts.length > 0 && effort !== 'none') return unsupported(sampling, null)
  if (readInput(body).inputTokens <= contextTokens) return null
  const message = 'Your input exceeds the context window of this model. Please adjust your input and try again.'
  return { message, param: 'input', code: 'context_length_exceeded' }
}

function requestOf(body: JsonObject, model: ServedModel): TextRequest {
  return {
    model: String(body['model']),
    answeredModel: model.answersAs,
    ...readInput(body),
    maxTokens: typeof body['max_output_tokens'] === 'number' ? body['max_output_tokens'] : null,
    thinkingTokens: thinkingTokensOf(effortOf(body) ?? model.efforts[0] ?? 'none'),
    search: maySearch(body) ? { linkOf } : null,
    offer: offerOf(body),
    format: formatOf(body),
    stops: [],
    body
  }
}

/** This call has an error of its own for an id that never existed; other calls answer 404 without a parameter. */
const unknown = (id: string): Problem => ({
  message: `The requested model '${id}' does not exist.`,
  param: 'model',
  code: 'model_not_found'
})

function unsupported(param: string, code: string | null): Problem {
  return { message: `Unsupported parameter: '${param}' is not supported with this model.`, param, code }
}
