import { ANTHROPIC_MODELS, OPENAI_MODELS, XAI_MODELS } from '../text/models.ts'

export interface UpstreamRow {
  name: string
  baseUrl: string
  call: string
  key: string
  models: readonly string[]
}

/** What the front page says about each upstream. */
export const UPSTREAMS: readonly UpstreamRow[] = [
  {
    name: 'OpenAI Responses',
    baseUrl: '/openai/v1',
    call: 'POST /responses',
    key: 'authorization: Bearer …',
    models: Object.keys(OPENAI_MODELS)
  },
  {
    name: 'Anthropic Messages',
    baseUrl: '/anthropic',
    call: 'POST /v1/messages',
    key: 'x-api-key, anthropic-version',
    models: Object.keys(ANTHROPIC_MODELS)
  },
  {
    name: 'xAI Responses',
    baseUrl: '/xai/v1',
    call: 'POST /responses',
    key: 'authorization: Bearer …',
    models: Object.keys(XAI_MODELS)
  },
  {
    name: 'Unisender Go',
    baseUrl: '/unisender/ru/transactional/api/v1',
    call: 'POST /email/send.json',
    key: 'x-api-key',
    models: []
  }
]
