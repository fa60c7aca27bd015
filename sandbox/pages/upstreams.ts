import { BFL_MODELS } from '../media/bfl-fields.ts'
import { SPEECH_MODELS } from '../media/elevenlabs.ts'
import { GOOGLE_MODELS } from '../media/google-request.ts'
import { OPENAI_IMAGE_MODELS } from '../media/openai-image-fields.ts'
import { OPENAI_TRANSCRIPTION_MODELS } from '../media/openai-transcription.ts'
import { RUNWAY_MODELS } from '../media/runway-models.ts'
import { OPERATIONS } from '../media/stability-fields.ts'
import { ANTHROPIC_MODELS } from '../text/anthropic/check.ts'
import { OPENAI_MODELS, XAI_MODELS } from '../text/responses/models.ts'

export interface UpstreamRow {
  name: string
  baseUrl: string
  call: string
  key: string
  models: readonly string[]
}

/** The upstreams as the front page lists them. */
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
    name: 'OpenAI Images',
    baseUrl: '/openai/v1',
    call: 'POST /images/generations, /images/edits',
    key: 'authorization: Bearer …',
    models: [...OPENAI_IMAGE_MODELS]
  },
  {
    name: 'OpenAI Transcriptions',
    baseUrl: '/openai/v1',
    call: 'POST /audio/transcriptions',
    key: 'authorization: Bearer …',
    models: [...OPENAI_TRANSCRIPTION_MODELS]
  },
  {
    name: 'FLUX (Black Forest Labs)',
    baseUrl: '/bfl/v1',
    call: 'POST /{модель}, GET /get_result',
    key: 'x-key',
    models: BFL_MODELS
  },
  {
    name: 'Stability Stable Image',
    baseUrl: '/stability/v2beta',
    call: 'POST /stable-image/…',
    key: 'authorization: Bearer …',
    models: Object.keys(OPERATIONS)
  },
  {
    name: 'Midjourney (midjourney-proxy)',
    baseUrl: '/midjourney',
    call: 'POST /mj/submit/imagine, /change, /action, GET /mj/task/{id}/fetch',
    key: 'mj-api-secret',
    models: []
  },
  {
    name: 'ElevenLabs',
    baseUrl: '/elevenlabs',
    call: 'POST /v1/text-to-speech/{голос}',
    key: 'xi-api-key',
    models: Object.keys(SPEECH_MODELS)
  },
  {
    name: 'Luma Agents',
    baseUrl: '/luma/v1',
    call: 'POST /generations, GET /generations/{id}',
    key: 'authorization: Bearer …',
    models: ['ray-3.2']
  },
  {
    name: 'Runway',
    baseUrl: '/runway',
    call: 'POST /v1/{text|image|video}_to_video, POST /v1/uploads, GET и DELETE /v1/tasks/{id}',
    key: 'authorization: Bearer …, x-runway-version',
    models: [...new Set(Object.values(RUNWAY_MODELS).flatMap((models) => Object.keys(models)))]
  },
  {
    name: 'Google Interactions (видео)',
    baseUrl: '/google/v1',
    call: 'POST /interactions, GET /interactions/{id}, POST /interactions/{id}/cancel',
    key: 'x-goog-api-key',
    models: GOOGLE_MODELS
  },
  {
    name: 'ЮKassa',
    baseUrl: '/yookassa/v3',
    call: 'POST /payments, GET /payments, GET /payments/{id}, POST /refunds, GET /refunds',
    key: 'authorization: Basic …, idempotence-key',
    models: []
  },
  {
    name: 'Unisender Go',
    baseUrl: '/unisender/ru/transactional/api/v1',
    call: 'POST /email/send.json',
    key: 'x-api-key',
    models: []
  },
  {
    name: 'Push-служба браузера',
    baseUrl: '/push',
    call: 'POST /send/{подписка}',
    key: 'authorization: vapid …',
    models: []
  },
  {
    name: 'Telegram (тревоги)',
    baseUrl: '/telegram',
    call: 'POST /bot{ключ}/sendMessage; пришло: GET /messages.json',
    key: 'в адресе',
    models: []
  },
  {
    name: 'Вебхук (тревоги)',
    baseUrl: '/alarm-webhook',
    call: 'POST; пришло: GET /messages.json',
    key: 'x-alarm-signature',
    models: []
  }
]
