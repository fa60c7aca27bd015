import { XAI_MODELS, XAI_RETIRED } from './models.ts'
import { thinkingTokensOf, rejected, type TextUpstream } from '../answer/upstream.ts'
import { checkOutputLimit, checkShape, effortOf, readInput } from './read-input.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { bearerKeyOf, isWrongKey, type ErrorReply } from '../../base/replies.ts'
import { checkFunctions, formatOf, offerOf } from './functions.ts'
import { maySearch } from './tools.ts'
import { writeResponses, type ResponsesDialect } from './write.ts'
import { refusalBy } from '../../base/faults.ts'

// The upstream counts cost in 10^-10 dollars: $1.25 and $2.50 per million tokens.
const INPUT_TICKS = 12_500
const OUTPUT_TICKS = 25_000
const SEARCH_TICKS = 50_000_000

const INVALID_ARGUMENT = 'Client specified an invalid argument'
const REFUSED_PARAMETERS = ['presence_penalty', 'frequency_penalty', 'stop']

const DIALECT: ResponsesDialect = {
  usageOf: ({ inputTokens, outputTokens, thinkingTokens, search }) => ({
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: thinkingTokens },
    total_tokens: inputTokens + outputTokens,
    num_sources_used: search?.pages.length ?? 0,
    num_server_side_tools_used: search ? 1 : 0,
    cost_in_usd_ticks: inputTokens * INPUT_TICKS + outputTokens * OUTPUT_TICKS + (search ? SEARCH_TICKS : 0)
  }),
  limitedMidway: { code: 'rate_limit_exceeded', message: 'Too many requests for this model.', param: null },
  marksReasoning: true,
  // Whether asked or not.
  summarises: () => true,
  // The title of a citation is its number.
  annotationOf: ({ url }, number) => ({ url, title: String(number) }),
  writesArguments: false
}

/** `POST /xai/v1/responses`: OpenAI's format, but with three error formats of xAI's own. */
export const xai: TextUpstream = {
  provider: 'xai',
  headersOf: (requestId) => ({ 'x-request-id': requestId }),

  read(headers, body) {
    const key = bearerKeyOf(headers)
    if (key === undefined) return rejected({ status: 401, body: { error: 'No API key provided.' } })
    // xAI answers a wrong key with 400, as an invalid argument, not with 401.
    if (isWrongKey(key)) return rejected(coded(400, INVALID_ARGUMENT, 'Incorrect API key provided.'))
    if (!isObject(body)) return rejected(unreadable('expected a JSON object'))
    const problem = checkShape(body) ?? checkOutputLimit(body, 1) ?? checkFunctions(body)
    if (problem !== null) return rejected(unreadable(problem.message))
    const unreadableTool = checkXaiTools(body)
    if (unreadableTool !== null) return rejected(unreadable(unreadableTool))
    const id = String(body['model'])
    const model = XAI_MODELS[id]
    if (model === undefined) return rejected(modelNotFound(id))
    const misfit = misfitOf(body, model.efforts)
    if (misfit !== null) return rejected(coded(400, INVALID_ARGUMENT, misfit))
    return {
      kind: 'accepted',
      request: {
        model: id,
        answeredModel: model.answersAs,
        ...readInput(body),
        maxTokens: typeof body['max_output_tokens'] === 'number' ? body['max_output_tokens'] : null,
        thinkingTokens: thinkingTokensOf(effortOf(body) ?? 'none'),
        search: maySearch(body) ? { linkOf: ({ url }, number) => ` [[${number}]](${url})` } : null,
        offer: offerOf(body),
        format: formatOf(body),
        stops: [],
        body
      }
    }
  },

  // A refusal has no events of its own: the model says so in ordinary text.
  write: (request, answer) => writeResponses(request, { ...answer, kind: 'text' }, DIALECT),

  replyTo: (fault, { model }) =>
    fault === 'model-gone'
      ? modelNotFound(model)
      : refusalBy(fault, {
          'rate-limit': {
            ...coded(
              429,
              'Some resource has been exhausted',
              `Too many requests for model ${model}. Please retry later.`
            ),
            headers: { 'retry-after': '3' }
          },
          quota: coded(
            403,
            'personal-team-blocked:spending-limit',
            'You have run out of credits or need a subscription.'
          ),
          'server-error': { status: 500, body: { error: 'Internal server error' } },
          overloaded: { status: 503, body: { error: 'Service temporarily unavailable.' } },
          moderation: coded(
            403,
            'permission-denied',
            `Content violates usage guidelines. Team: 00000000, API key ID: 00000000, Model: ${model}, Failed check: SAFETY_CHECK_TYPE_GENERAL`
          )
        })
}

const XAI_TOOLS = ['web_search', 'x_search', 'code_interpreter', 'file_search', 'function', 'mcp']

function checkXaiTools({ tools = [], max_turns: turns = 1 }: JsonObject): string | null {
  if (!Array.isArray(tools)) return 'tools: invalid type, expected a sequence'
  const unknown = tools.findIndex((tool) => !isObject(tool) || !XAI_TOOLS.includes(String(tool['type'])))
  if (unknown !== -1) return `tools[${unknown}]: unknown variant, expected one of ${XAI_TOOLS.join(', ')}`
  return Number.isInteger(turns) && Number(turns) > 0 ? null : 'max_turns: invalid value, expected a positive integer'
}

function misfitOf(body: JsonObject, efforts: readonly string[]): string | null {
  const refused = REFUSED_PARAMETERS.find((key) => body[key] !== undefined)
  if (refused !== undefined) return `Argument not supported on this model: ${refused}`
  if (body['instructions'] && body['previous_response_id']) {
    return 'Argument not supported: instructions and previous_response_id together'
  }
  const effort = effortOf(body)
  if (effort !== undefined && !efforts.includes(effort)) return `Invalid reasoning effort: ${effort}`
  return null
}

function modelNotFound(id: string): ErrorReply {
  if (XAI_RETIRED.has(id)) return coded(400, INVALID_ARGUMENT, `Model not found: ${id}`)
  const error = `The model ${id} does not exist or your team does not have access to it.`
  return coded(404, 'Some requested entity was not found', error)
}

function coded(status: ErrorReply['status'], code: string, error: string): ErrorReply {
  return { status, body: { code, error } }
}

function unreadable(reason: string): ErrorReply {
  const message = `Failed to deserialize the JSON body into the target type: ${reason}`
  return { status: 422, body: { error: { message } } }
}
