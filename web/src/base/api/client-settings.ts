// How the usual programs are pointed at the API: what is typed where. Names of settings are those of the programs.

/** Stands for a key. Latin letters alone: a header takes no others. */
export const placeholderKey = 'sk-YOUR-KEY'

export interface Connection {
  /** The base URL, without a slash at its end. */
  base: string
  key: string
  /** The public id of a model. */
  model: string
}

/** A line of words, settings to type in, or a text to copy. */
export type Step =
  | { kind: 'words'; text: string }
  | { kind: 'settings'; values: readonly (readonly [name: string, value: string])[] }
  | { kind: 'code'; name: string; text: string }

export interface Client {
  id: string
  name: string
  steps: (connection: Connection) => readonly Step[]
}

const words = (text: string): Step => ({ kind: 'words', text })
const code = (name: string, text: string): Step => ({ kind: 'code', name, text })
const question = 'Привет! Кто ты?'

const curl = ({ base, key, model }: Connection) => `curl ${base}/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${model}", "messages": [{"role": "user", "content": "${question}"}]}'`

const python = ({ base, key, model }: Connection) => `from openai import OpenAI

client = OpenAI(base_url="${base}", api_key="${key}")

answer = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "${question}"}],
)
print(answer.choices[0].message.content)`

const node = ({ base, key, model }: Connection) => `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${base}', apiKey: '${key}' })

const answer = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: '${question}' }]
})
console.log(answer.choices[0].message.content)`

// Continue resolves paths against the address: without the last slash it would lose `/v1`.
const continueConfig = ({ base, key, model }: Connection) => `name: My Config
version: 0.0.1
schema: v1
models:
  - name: ${model}
    provider: openai
    model: ${model}
    apiBase: ${base}/
    apiKey: ${key}`

// In one line and not as a table: all settings below the head of a table would belong to it.
const codexConfig = ({ base, model }: Connection) => `model = "${model}"
model_provider = "site"
model_providers.site = { name = "Site", base_url = "${base}", env_key = "SITE_API_KEY", wire_api = "responses" }`

// Claude Code puts `/v1` behind the address itself. Its small tasks ask a model of their own, which would not be found here.
const claudeConfig = ({ base, key, model }: Connection) =>
  JSON.stringify(
    {
      env: {
        ANTHROPIC_BASE_URL: base.replace(/\/v1$/, ''),
        ANTHROPIC_AUTH_TOKEN: key,
        ANTHROPIC_MODEL: model,
        ANTHROPIC_DEFAULT_HAIKU_MODEL: model
      }
    },
    null,
    2
  )

const listsModels = 'Модели программа найдёт сама: для этого у ключа должно быть право «Список моделей».'

export const clients: readonly Client[] = [
  { id: 'curl', name: 'curl', steps: (connection) => [code('Команда', curl(connection))] },
  {
    id: 'python',
    name: 'Python',
    steps: (connection) => [code('Установка', 'pip install openai'), code('Программа', python(connection))]
  },
  {
    id: 'node',
    name: 'Node.js',
    steps: (connection) => [code('Установка', 'npm install openai'), code('Программа', node(connection))]
  },
  {
    id: 'open-webui',
    name: 'Open WebUI',
    steps: ({ base, key }) => [
      words('Откройте Admin Settings → Connections → OpenAI, нажмите Add Connection и заполните:'),
      {
        kind: 'settings',
        values: [
          ['URL', base],
          ['API Key', key]
        ]
      },
      words(listsModels)
    ]
  },
  {
    id: 'vs-code',
    name: 'Cline и Continue',
    steps: (connection) => [
      words('Cline: нажмите на шестерёнку в его панели и заполните:'),
      {
        kind: 'settings',
        values: [
          ['API Provider', 'OpenAI Compatible'],
          ['Base URL', connection.base],
          ['API Key', connection.key],
          ['Model ID', connection.model]
        ]
      },
      words('Continue: откройте его настройки и впишите модель в config.yaml.'),
      code('config.yaml', continueConfig(connection))
    ]
  },
  {
    id: 'codex',
    name: 'Codex',
    steps: (connection) => [
      words(
        'Откройте файл ~/.codex/config.toml (в Windows: %USERPROFILE%\\.codex\\config.toml) и впишите в его начало. Если там уже есть model и model_provider, замените их:'
      ),
      code('config.toml', codexConfig(connection)),
      words('Ключ Codex берёт из переменной окружения. Задайте её в терминале, в котором его запускаете:'),
      code('Linux и macOS', `export SITE_API_KEY=${connection.key}`),
      code('Windows, PowerShell', `$env:SITE_API_KEY = "${connection.key}"`)
    ]
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    steps: (connection) => [
      words('Впишите в файл .claude/settings.json в вашей домашней папке и запустите claude в папке проекта:'),
      code('settings.json', claudeConfig(connection)),
      words(
        'На каждый ответ программа просит до 32 000 токенов модели: токенов сайта на балансе должно хватать на такой ответ. Меньше нужно с настройкой CLAUDE_CODE_MAX_OUTPUT_TOKENS.'
      )
    ]
  },
  {
    id: 'n8n',
    name: 'n8n',
    steps: ({ base, key, model }) => [
      words('Credentials → Add credential → OpenAI:'),
      {
        kind: 'settings',
        values: [
          ['API Key', key],
          ['Base URL', base]
        ]
      },
      words(`В узле OpenAI Chat Model выберите это подключение и модель ${model}.`),
      words(listsModels)
    ]
  }
]
