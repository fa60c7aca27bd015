import { BFL_MODELS } from '../media/bfl-fields.ts'
import { SPEECH_MODELS } from '../media/elevenlabs.ts'
import { GOOGLE_MODELS } from '../media/google-request.ts'
import { OPENAI_IMAGE_MODELS } from '../media/openai-image-fields.ts'
import { OPENAI_TRANSCRIPTION_MODEL } from '../media/openai-transcription.ts'
import { RESOLD_IMAGE_MODELS, RESOLD_SPEECH_MODELS } from '../media/reseller.ts'
import { RUNWAY_MODELS } from '../media/runway-models.ts'
import { OPERATIONS } from '../media/stability-fields.ts'
import { ANTHROPIC_MODELS } from '../text/anthropic/check.ts'
import { FLAVOUR_NAMES } from '../text/chat/flavours.ts'
import { RESOLD_MODELS } from '../text/chat/models.ts'
import { OPENAI_MODELS, XAI_MODELS } from '../text/responses/models.ts'

export interface UpstreamRow {
  name: string
  baseUrl: string
  call: string
  key: string
  models: readonly string[]
}

const bearer = 'authorization: Bearer …'
const runwayModels = new Set(Object.values(RUNWAY_MODELS).flatMap((models) => Object.keys(models)))

const rows: readonly (readonly [
  name: string,
  baseUrl: string,
  call: string,
  key: string,
  models?: Iterable<string>
])[] = [
  ['Яндекс ID', '/yandex-id', 'GET /authorize, POST /token, GET /info', 'client_id и client_secret'],
  ['VK ID', '/vk-id', 'GET /authorize, POST /oauth2/auth, POST /oauth2/user_info', 'client_id и client_secret'],
  ['OpenAI Responses', '/openai/v1', 'POST /responses, GET /models', bearer, Object.keys(OPENAI_MODELS)],
  [
    'Anthropic Messages',
    '/anthropic',
    'POST /v1/messages, GET /v1/models',
    'x-api-key, anthropic-version',
    Object.keys(ANTHROPIC_MODELS)
  ],
  ['xAI Responses', '/xai/v1', 'POST /responses, GET /models', bearer, Object.keys(XAI_MODELS)],
  [
    'Посредники (OpenAI Chat Completions)',
    '/resellers/{имя}/v1',
    `POST /chat/completions, GET /models; имя любое, а с ${FLAVOUR_NAMES.join(', ')} в начале — с привычками этого поставщика`,
    bearer,
    RESOLD_MODELS.map(({ id }) => id)
  ],
  [
    'Посредники: картинки и речь',
    '/resellers/{имя}/v1',
    'POST /images/generations, /images/edits, /audio/speech; с links в начале имени отвечает ссылкой',
    bearer,
    [...RESOLD_IMAGE_MODELS, ...RESOLD_SPEECH_MODELS]
  ],
  ['Вторые аккаунты разработчиков картинок, речи и видео', '/accounts/second', 'те же вызовы', 'тот же заголовок'],
  ['OpenAI Images', '/openai/v1', 'POST /images/generations, /images/edits', bearer, OPENAI_IMAGE_MODELS],
  ['OpenAI Transcriptions', '/openai/v1', 'POST /audio/transcriptions', bearer, [OPENAI_TRANSCRIPTION_MODEL]],
  ['FLUX (Black Forest Labs)', '/bfl/v1', 'POST /{модель}, GET /get_result', 'x-key', BFL_MODELS],
  ['Stability Stable Image', '/stability/v2beta', 'POST /stable-image/…', bearer, Object.keys(OPERATIONS)],
  [
    'Midjourney (midjourney-proxy)',
    '/midjourney',
    'POST /mj/submit/imagine, /change, /action, GET /mj/task/{id}/fetch',
    'mj-api-secret'
  ],
  ['ElevenLabs', '/elevenlabs', 'POST /v1/text-to-speech/{голос}', 'xi-api-key', Object.keys(SPEECH_MODELS)],
  ['Luma Agents', '/luma/v1', 'POST /generations, GET /generations/{id}', bearer, ['ray-3.2']],
  [
    'Runway',
    '/runway',
    'POST /v1/{text|image|video}_to_video, POST /v1/uploads, GET и DELETE /v1/tasks/{id}',
    `${bearer}, x-runway-version`,
    runwayModels
  ],
  [
    'Google Interactions (видео)',
    '/google/v1',
    'POST /interactions, GET /interactions/{id}, POST /interactions/{id}/cancel',
    'x-goog-api-key',
    GOOGLE_MODELS
  ],
  [
    'ЮKassa',
    '/yookassa/v3',
    'POST /payments, GET /payments, GET /payments/{id}, POST /refunds, GET /refunds',
    'authorization: Basic …, idempotence-key'
  ],
  ['Unisender Go', '/unisender/ru/transactional/api/v1', 'POST /email/send.json', 'x-api-key'],
  ['Push-служба браузера', '/push', 'POST /send/{подписка}', 'authorization: vapid …'],
  ['Telegram (тревоги)', '/telegram', 'POST /bot{ключ}/sendMessage; пришло: GET /messages.json', 'в адресе'],
  ['Вебхук (тревоги)', '/alarm-webhook', 'POST; пришло: GET /messages.json', 'x-alarm-signature']
]

/** The upstreams as the front page lists them. */
export const UPSTREAMS: readonly UpstreamRow[] = rows.map(([name, baseUrl, call, key, models = []]) => ({
  name,
  baseUrl,
  call,
  key,
  models: [...models]
}))
