// The environment variables, typed and validated once per isolate. No other file reads a variable by name.
import { z } from 'zod'
import { mediaProviders } from '#contract/catalogue/entry.ts'
import { chatDialects } from '#contract/chat-dialects.ts'
import { usualRublesPerDollar } from '#contract/operator/shop/proposed-price.ts'
import { email, numberInText } from '#contract/validation.ts'
import { suppliedModels } from './upstreams/environment-supply.ts'
import { overrideProblems } from './upstreams/chat-upstreams.ts'
import { networksOf } from './network-list.ts'
import { isLoopback, productionProblems } from './production-settings.ts'
import { paymentModes, vatCodes } from './receipt.ts'
import { pushOriginsOf } from './push-address.ts'
import { halvesMissing } from './setting-pairs.ts'
import { shardBinding, shardsIn } from './shard.ts'

const countMax = 1_000_000
const count = numberInText(z.number().int().positive().max(countMax))

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const modelOverrides = z
  .string()
  .transform(jsonOf)
  .pipe(z.record(z.string(), z.string(), 'must be a JSON object of model ids, like {"gpt-4o":"gpt-6-luna"}'))
  .superRefine((overrides, context) => {
    for (const message of overrideProblems(overrides)) context.addIssue({ code: 'custom', message })
  })

const jobsByProvider = z
  .string()
  .transform(jsonOf)
  .pipe(
    z.partialRecord(
      z.enum(mediaProviders),
      z.number().int().positive().max(countMax),
      'must be a JSON object of numbers by provider, like {"bfl":24}'
    )
  )

const historyOpen = z
  .string()
  .transform((setting) => shardsIn(setting) ?? [])
  .refine((shards) => shards.length > 0, 'must be numbers of history databases separated by commas, like 1,2')

const text = z.string().min(1)
/** Of a service that may be left out; empty: it is, and nothing of it is on sale. */
const optionalKey = z.string().default('')
const mailbox = z.string().refine((address) => email.safeParse(address).success, 'must be an e-mail address')
const secret = z.string().min(32, 'must have at least 32 characters')

/** The form of keys of P-256 in base64url: a point has 65 bytes, a private key 32. */
const keyOf = (bytes: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 8) / 6)}}$`), `must be ${bytes} bytes in base64url`)

const networkList = z
  .string()
  .refine((list) => networksOf(list) !== null, 'must be networks separated by commas, like 185.71.76.0/27')

/** Paths are appended to this URL. */
const baseUrl = z.url().refine((url) => !url.endsWith('/'), 'must not end with a slash')

const variables = z.object({
  STAGE: z.enum(['local', 'staging', 'production']),
  SITE_ORIGIN: z
    .url()
    .refine((url) => URL.parse(url)?.origin === url, 'must be an origin, without a path or final slash'),
  JWT_SECRET: secret,
  JWT_SECRET_PREVIOUS: secret.optional(),
  OPERATOR_TOKEN: secret.optional(),
  OPERATOR_NETWORKS: networkList.optional(),
  OPERATOR_GRANT_LIMIT: numberInText(z.number().int().nonnegative().max(countMax)).default(1000),
  BACKUP_TOKEN: secret.optional(),
  PROXY_TOKEN: secret.optional(),
  YANDEX_ID_BASE_URL: baseUrl.default('https://oauth.yandex.ru'),
  YANDEX_ID_INFO_URL: z.url().default('https://login.yandex.ru/info'),
  YANDEX_ID_CLIENT: optionalKey,
  YANDEX_ID_SECRET: optionalKey,
  VK_ID_BASE_URL: baseUrl.default('https://id.vk.com'),
  VK_ID_CLIENT: optionalKey,
  VK_ID_SECRET: optionalKey,
  FACTOR_SECRET: secret.optional(),
  REGISTER_KEY: secret.optional(),
  RESTORING: z
    .string()
    .regex(/^[a-z0-9-]{8,64}$/, 'must be the id of a backup')
    .optional(),
  OPENAI_BASE_URL: baseUrl,
  OPENAI_API_KEY: optionalKey,
  ANTHROPIC_BASE_URL: baseUrl,
  ANTHROPIC_API_KEY: optionalKey,
  XAI_BASE_URL: baseUrl,
  XAI_API_KEY: optionalKey,
  BFL_BASE_URL: baseUrl,
  BFL_API_KEY: optionalKey,
  STABILITY_BASE_URL: baseUrl,
  STABILITY_API_KEY: optionalKey,
  MIDJOURNEY_BASE_URL: baseUrl,
  MIDJOURNEY_API_KEY: optionalKey,
  ELEVENLABS_BASE_URL: baseUrl,
  ELEVENLABS_API_KEY: optionalKey,
  LUMA_BASE_URL: baseUrl,
  LUMA_API_KEY: optionalKey,
  RUNWAY_BASE_URL: baseUrl,
  RUNWAY_API_KEY: optionalKey,
  GOOGLE_BASE_URL: baseUrl,
  GOOGLE_API_KEY: optionalKey,
  CHAT_SUPPLIER_URL: baseUrl.optional(),
  CHAT_SUPPLIER_KEY: optionalKey,
  CHAT_SUPPLIER_DIALECT: z.enum(chatDialects).default('openai-chat'),
  CHAT_SUPPLIER_MODELS: suppliedModels.default({}),
  YOOKASSA_BASE_URL: baseUrl,
  YOOKASSA_WIDGET_URL: z.url(),
  YOOKASSA_SHOP_ID: text,
  YOOKASSA_SECRET_KEY: text,
  YOOKASSA_VAT_CODE: numberInText(z.number().int().min(vatCodes.min).max(vatCodes.max)),
  YOOKASSA_PAYMENT_SUBJECT: z.string().regex(/^[a-z_]+$/, 'must be a payment subject such as service'),
  YOOKASSA_PAYMENT_MODE: z.enum(paymentModes),
  YOOKASSA_NOTIFICATION_NETWORKS: networkList.optional(),
  MAIL_TRANSPORT: z.enum(['cloudflare', 'unisender']),
  MAIL_FROM_EMAIL: mailbox,
  MAIL_FROM_NAME: text,
  SUPPORT_EMAIL: mailbox.optional(),
  UNISENDER_BASE_URL: baseUrl,
  UNISENDER_API_KEY: text.optional(),
  ALARM_MAIL_TO: mailbox.optional(),
  ALARM_TELEGRAM_BASE_URL: baseUrl.default('https://api.telegram.org'),
  ALARM_TELEGRAM_BOT_TOKEN: text.optional(),
  ALARM_TELEGRAM_CHAT_ID: z
    .string()
    .regex(/^(-?\d+|@\w{5,})$/, 'must be the number of a chat, or the @name of a channel')
    .optional(),
  ALARM_WEBHOOK_URL: z.url().optional(),
  ALARM_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  ALARM_FAILED_ADDRESSES_PER_HOUR: count,
  ALARM_FAILED_SIGN_INS_PER_HOUR: count,
  ALARM_CSP_REPORTS_PER_HOUR: count,
  PUSH_ORIGINS: z
    .string()
    .transform((setting) => pushOriginsOf(setting) ?? [])
    .refine((origins) => origins.length > 0, 'must be origins separated by commas, like https://push.example'),
  VAPID_PUBLIC_KEY: keyOf(65),
  VAPID_PRIVATE_KEY: keyOf(32),
  USD_MARKUP_PERCENT: numberInText(z.number().int().min(0).max(1000)),
  API_RUBLES_PER_DOLLAR: numberInText(z.number().positive().max(10_000)).default(usualRublesPerDollar),
  API_SHARE_PERCENT: numberInText(z.number().int().min(0).max(95)).default(33),
  UPSTREAM_MODELS: modelOverrides,
  CHAT_TITLES: z.enum(['on', 'off']),
  AI_MARK: z.enum(['off', 'metadata', 'visible']).default('off'),
  HISTORY_OPEN: historyOpen,
  LIMIT_TEXT_PER_MINUTE: count,
  LIMIT_API_PER_MINUTE: count,
  LIMIT_CHAT_WRITES_PER_MINUTE: count,
  LIMIT_TITLES_PER_DAY: count,
  LIMIT_IMAGE_PER_MINUTE: count,
  LIMIT_EDIT_PER_MINUTE: count,
  LIMIT_VOICE_PER_MINUTE: count,
  LIMIT_VIDEO_PER_MINUTE: count,
  LIMIT_TRANSCRIPTION_PER_MINUTE: count,
  LIMIT_PURCHASES_PER_HOUR: count,
  LIMIT_NOTIFICATIONS_PER_MINUTE: count,
  LIMIT_READS_PER_MINUTE: count,
  LIMIT_RUNNING_ANSWERS: count,
  LIMIT_RUNNING_JOBS: count,
  LIMIT_PROVIDER_JOBS: count,
  LIMIT_JOBS_BY_PROVIDER: jobsByProvider.optional(),
  LIMIT_SIGN_IN_PER_MINUTE: count,
  LIMIT_REFRESH_PER_MINUTE: count,
  LIMIT_SIGN_UP_PER_HOUR: count,
  LIMIT_MAIL_PER_HOUR: count,
  LIMIT_MEDIA_GIGABYTES: count
})

/** Every setting of the Worker, by the name it has in docs/environment.md. */
export type Environment = z.infer<typeof variables>

/** Settings that the chosen mail transport requires. Without them only mail would fail, and no operator would notice. */
function mailProblems({ MAIL_TRANSPORT, UNISENDER_API_KEY }: Environment, source: object): string[] {
  if (MAIL_TRANSPORT === 'unisender')
    return UNISENDER_API_KEY ? [] : ['UNISENDER_API_KEY is required by MAIL_TRANSPORT=unisender']
  return 'EMAIL' in source ? [] : ['the binding EMAIL (send_email) is required by MAIL_TRANSPORT=cloudflare']
}

/** A supplier that answers for no model would be a mistake that only users notice. */
const supplierProblems = ({ CHAT_SUPPLIER_URL: url, CHAT_SUPPLIER_MODELS: models }: Environment): string[] => {
  const isGiven = url !== undefined
  if (isGiven === Object.keys(models).length > 0) return []
  const lacking = isGiven ? 'CHAT_SUPPLIER_MODELS' : 'CHAT_SUPPLIER_URL'
  return [`${lacking} is required, because the other half of the supplier is set`]
}

/** A new account in a missing database could not store anything. */
const historyProblems = ({ HISTORY_OPEN }: Environment, source: object): string[] =>
  HISTORY_OPEN.map(shardBinding)
    .filter((binding) => !(binding in source))
    .map((binding) => `the binding ${binding} (d1_databases) is required by HISTORY_OPEN`)

/** A missing or malformed setting. The message names every such setting and never quotes a value. */
export class BadEnvironment extends Error {
  override name = 'BadEnvironment'
}

/**
 * Checks all settings at once.
 * @param source the bindings of the Worker: settings and, for the mail transport, the binding itself
 * @throws BadEnvironment with one line that names what is wrong.
 */
export function parseEnvironment(source: object): Environment {
  const parsed = variables.safeParse(source)
  const problems = parsed.success
    ? [
        ...mailProblems(parsed.data, source),
        ...halvesMissing(parsed.data),
        ...historyProblems(parsed.data, source),
        ...supplierProblems(parsed.data)
      ]
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (isDeployed(source)) problems.push(...productionProblems(source))
  if (!parsed.success || problems.length > 0) throw new BadEnvironment(`Bad environment: ${problems.join('; ')}`)
  return parsed.data
}

/** A staging stack is a deployment like any other, except that its shop takes test money only. */
const isDeployed = (source: object): boolean =>
  'STAGE' in source && (source.STAGE === 'staging' || source.STAGE === 'production')

/** Whether this stack is being filled from a backup: until then its clock stands and it answers only the backup command. */
export const isRestoring = (source: object): boolean => 'RESTORING' in source && Boolean(source.RESTORING)

/** How many jobs an account may run at once: a maker's of the environment its own limit, if it has one, all others the common one. */
export function jobsMaxOf(
  { LIMIT_PROVIDER_JOBS, LIMIT_JOBS_BY_PROVIDER }: Pick<Environment, 'LIMIT_PROVIDER_JOBS' | 'LIMIT_JOBS_BY_PROVIDER'>,
  supplier: string
): number {
  const own: Readonly<Partial<Record<string, number>>> = LIMIT_JOBS_BY_PROVIDER ?? {}
  return own[supplier] ?? LIMIT_PROVIDER_JOBS
}

/**
 * Whether this hostname may be served. The built-in local settings replace all providers with a sandbox, so they are
 * refused on any other host than this machine.
 */
export const mayServe = (environment: Environment, hostname: string) =>
  environment.STAGE !== 'local' || isLoopback(hostname)
