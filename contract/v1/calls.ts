// The calls under `/v1` in words: the page `/api` lists them, and the OpenAPI document is made of them and of `call-schemas.ts`. A new call
// is one entry in each. The Worker mounts them in `worker/api` and loads neither file.
import type { ApiScope } from '../api-key-words.ts'

export interface ApiCall {
  /** `:name` segments are parameters of the path. */
  call: `${'GET' | 'POST'} /v1/${string}`
  /** In Russian, one line. */
  summary: string
  description?: string
  /** The right that a key needs. */
  scope: ApiScope
  /** It asks a model, so that it may be refused for the tokens that it costs or by its supplier. */
  isPaid?: true
  /** False: what others refuse with 422 is 400 here, because Codex repeats a 422. */
  has422?: false
  /** The type of its body; absent: JSON. */
  takes?: 'multipart/form-data'
  /** The type of what it answers; absent: JSON. */
  answers?: 'audio/mpeg'
  /** It answers and refuses in the form of Anthropic's API; `asked`: to clients that send the header `anthropic-version`. */
  isAnthropic?: true | 'asked'
}

const calls = [
  {
    call: 'POST /v1/chat/completions',
    summary: 'Ответ модели: текст, поток, функции, JSON по схеме, картинки на входе',
    description:
      'Поля, которых здесь нет, принимаются и ничего не меняют. Поток кончается строкой `data: [DONE]`; строки `: ping` в нём держат соединение, их надо пропускать. Ошибка посреди потока приходит событием с полем `error`.',
    scope: 'chat',
    isPaid: true
  },
  {
    call: 'POST /v1/responses',
    summary: 'То же в форме Responses: Codex и новые примеры OpenAI',
    description:
      'Ответы не хранятся: `previous_response_id`, `conversation` и ссылки на прежние ответы не принимаются, переписка передаётся целиком. Ошибка посреди потока приходит событиями `error` и `response.failed`.',
    scope: 'chat',
    isPaid: true,
    has422: false
  },
  {
    call: 'POST /v1/messages',
    summary: 'То же в форме Anthropic: Claude Code и его SDK, с любой моделью',
    description: 'Метки `cache_control` доходят до моделей Anthropic. Ошибка посреди потока приходит событием `error`.',
    scope: 'chat',
    isPaid: true,
    isAnthropic: true
  },
  {
    call: 'POST /v1/messages/count_tokens',
    summary: 'Сколько примерно токенов в запросе; бесплатно',
    scope: 'chat',
    isAnthropic: true
  },
  {
    call: 'POST /v1/images/generations',
    summary: 'Картинки по описанию',
    description:
      'Цена за картинку целая, как на сайте; списывается за то, что готово. Если клиент отключился, работа доделывается и появляется в «Моих работах». Поле `id` принимает `GET /v1/generation`. Кроме полей OpenAI принимаются настройки инструмента под их именами: `seed`, `aspectRatio`, `negativePrompt`.',
    scope: 'images',
    isPaid: true
  },
  {
    call: 'POST /v1/images/edits',
    summary: 'Правка картинки по описанию, с маской или образцами',
    description:
      'Форма с файлом `image` (или несколькими `image[]`: образцы для `dall-e-3` и `flux-*`) и, если нужно, `mask`: PNG того же размера, прозрачный там, где менять. Ответ и цена — как у `/v1/images/generations`.',
    scope: 'images',
    isPaid: true,
    takes: 'multipart/form-data'
  },
  {
    call: 'POST /v1/audio/speech',
    summary: 'Озвучка текста',
    description:
      'Ответ — файл MP3 или WAV. Голоса — alloy, nova и другие имена OpenAI или имена голосов сайта. Цена за каждую начатую тысячу знаков. Номер запроса для `GET /v1/generation` — в заголовке `x-generation-id`.',
    scope: 'audio',
    isPaid: true,
    answers: 'audio/mpeg'
  },
  {
    call: 'POST /v1/audio/transcriptions',
    summary: 'Расшифровка записи: речь в текст',
    description:
      'Форма с файлом: до часа и до 16 МБ. Цена — за каждую начатую секунду, неудача бесплатна. Ответ — `json` или `text`; меток времени и потока нет. Имена `whisper-1`, `gpt-4o-transcribe` и `gpt-4o-mini-transcribe` тоже принимаются.',
    scope: 'audio',
    isPaid: true,
    takes: 'multipart/form-data'
  },
  { call: 'GET /v1/models', summary: 'Модели, доступные ключу, с ценами', scope: 'models', isAnthropic: 'asked' },
  {
    call: 'GET /v1/models/:id',
    summary: 'Одна модель',
    description: 'Косая черта в имени модели пишется как `%2F` или как есть.',
    scope: 'models',
    isAnthropic: 'asked'
  },
  { call: 'GET /v1/key', summary: 'Расход и лимиты этого ключа', scope: 'balance' },
  { call: 'GET /v1/credits', summary: 'Остаток токенов', scope: 'balance' },
  {
    call: 'GET /v1/generation',
    summary: 'Сколько стоил один запрос',
    description: 'Только для запросов этого же ключа, 30 дней.',
    scope: 'balance'
  },
  {
    call: 'GET /v1/dashboard/billing/subscription',
    summary: 'Остаток в форме, которую читают клиенты one-api',
    description: 'Все числа — токены сайта. Остаток: `hard_limit_usd` минус `total_usage` / 100.',
    scope: 'balance'
  },
  {
    call: 'GET /v1/dashboard/billing/usage',
    summary: 'Расход в форме, которую читают клиенты one-api',
    scope: 'balance'
  }
] as const satisfies readonly ApiCall[]

export type ApiCallName = (typeof calls)[number]['call']

export const apiCalls: readonly (ApiCall & { call: ApiCallName })[] = calls
