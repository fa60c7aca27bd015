// The errors of the resellers, in the shapes of those whose habits they have.
import type { Flavour } from './flavours.ts'
import type { ErrorReply } from '../../base/replies.ts'
import type { JsonObject } from '../../base/json.ts'

export interface ChatProblem {
  status: ErrorReply['status']
  message: string
  /** OpenAI's. */
  type?: string
  code?: string | null
  param?: string | null
}

export const wrong = (param: string, message: string, code: string | null = null): ChatProblem => ({
  status: 400,
  message,
  param,
  code
})

const googleStatus: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'FAILED_PRECONDITION',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE'
}

/** The JSON of an error, as the body of an HTTP error or as an event. */
export function errorBodyOf({ errors }: Flavour, problem: ChatProblem): JsonObject | JsonObject[] {
  const { status, message, type = 'invalid_request_error', code = null, param = null } = problem
  switch (errors) {
    case 'openrouter':
      return { error: { message, code: status, metadata: metadataOf(problem) }, user_id: 'user_sandbox' }
    case 'deepseek':
      return { error: { message, type, param: null, code: 'invalid_request_error' } }
    case 'gemini':
      return [{ error: { code: status, message, status: googleStatus[status] ?? 'UNKNOWN' } }]
    case 'vllm':
      return {
        object: 'error',
        message,
        type: status === 404 ? 'NotFoundError' : 'BadRequestError',
        param,
        code: status
      }
    case 'ollama':
      return { error: message }
    case 'openai':
      return { error: { message, type, param, code } }
    default:
      return errors satisfies never
  }
}

const metadataOf = ({ code, status }: ChatProblem): JsonObject =>
  code === 'content_policy_violation'
    ? { reasons: ['violence'], flagged_input: '…', provider_name: 'Sandbox', model_slug: 'sandbox' }
    : { provider_name: status >= 429 ? 'Sandbox' : null }

export const chatError = (
  flavour: Flavour,
  problem: ChatProblem,
  headers: Record<string, string> = {}
): ErrorReply => ({
  status: problem.status,
  body: errorBodyOf(flavour, problem),
  headers
})

/** What no reseller serves, in the words of those whose habits it has. */
export function unknownModel({ errors }: Flavour, model: string): ChatProblem {
  const gone = { type: 'invalid_request_error', code: 'model_not_found', param: 'model' }
  switch (errors) {
    case 'openrouter':
      return { ...gone, status: 400, message: `${model} is not a valid model ID` }
    case 'deepseek':
      return { ...gone, status: 400, message: 'Model Not Exist' }
    case 'gemini':
      return { ...gone, status: 404, message: `models/${model} is not found for API version v1main.` }
    case 'ollama':
      return { ...gone, status: 404, message: `model '${model}' not found, try pulling it first` }
    case 'openai':
    case 'vllm':
      return { ...gone, status: 404, message: `The model \`${model}\` does not exist.` }
    default:
      return errors satisfies never
  }
}

const noMoney: Readonly<Record<Flavour['errors'], string>> = {
  openrouter: 'Insufficient credits. Add more using https://openrouter.ai/settings/credits',
  deepseek: 'Insufficient Balance',
  gemini: 'Your prepayment credits are depleted. Please go to AI Studio to manage your project and billing.',
  vllm: 'Insufficient balance',
  ollama: 'Insufficient balance',
  openai: 'Insufficient balance to run this request.'
}

/** Gemini has one status for too many calls and for no money. */
export const unpaid = ({ errors }: Flavour): ChatProblem => ({
  status: errors === 'gemini' ? 429 : 402,
  message: noMoney[errors],
  type: 'insufficient_quota',
  code: 'insufficient_quota'
})
