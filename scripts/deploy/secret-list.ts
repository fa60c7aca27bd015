// Which secrets a stage needs, where each comes from, and what the Worker's own rules have against them and the other settings, before
// anything is made.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { parseEnvironment } from '#domain/environment.ts'
import { pushPublicKey, type StageConfig } from './config.ts'
import type { Deployment } from './deployment.ts'
import { supplierKeys } from './suppliers.ts'

export interface Secret {
  name: string
  /** `asked`: another company's service gave it. `kept`: this command makes it and keeps it, because a restored stack needs the same. */
  from: 'asked' | 'kept'
}

/** Tokens that `npm run operator` and `npm run backup` are given, and what seals the secrets of users' authenticators. */
const ownTokens = ['OPERATOR_TOKEN', 'BACKUP_TOKEN', 'FACTOR_SECRET']
const pushPrivateKey = 'VAPID_PRIVATE_KEY'

/** Half a pair of push keys is none. */
export const isPushKey = (name: string): boolean => name === pushPublicKey || name === pushPrivateKey

/** Secrets that a setting of the stage makes necessary. */
const conditional = (vars: Record<string, string>): string[] => [
  ...(vars['CHAT_SUPPLIER_URL'] === undefined ? [] : ['CHAT_SUPPLIER_KEY']),
  ...(vars['MAIL_TRANSPORT'] === 'unisender' ? ['UNISENDER_API_KEY'] : []),
  ...(vars['ALARM_TELEGRAM_CHAT_ID'] === undefined ? [] : ['ALARM_TELEGRAM_BOT_TOKEN']),
  ...(vars['YANDEX_ID_CLIENT'] ? ['YANDEX_ID_SECRET'] : []),
  ...(vars['VK_ID_CLIENT'] ? ['VK_ID_SECRET'] : []),
  ...(vars['ALARM_WEBHOOK_URL'] === undefined ? [] : ['ALARM_WEBHOOK_SECRET'])
]

/** Everything that the stage cannot run without, in the order of wrangler.toml; of the suppliers' keys one more, of chats (suppliers.ts). */
export function secretsOf({ secrets, vars }: StageConfig): Secret[] {
  // To a public half that a setting of the stage names belongs a private one that a person has.
  const pair = secrets.required.includes(pushPublicKey) ? [pushPublicKey, pushPrivateKey] : []
  const kept = new Set(['JWT_SECRET', ...pair, ...ownTokens])
  return [...secrets.required, ...conditional(vars), ...ownTokens].map((name) => ({
    name,
    from: kept.has(name) ? 'kept' : 'asked'
  }))
}

/** May be set, and are when this process has them in its environment, or when they are to be renewed. */
export const optionalSecrets = [...supplierKeys, 'PROXY_TOKEN', 'REGISTER_KEY', 'JWT_SECRET_PREVIOUS']

const randomToken = (): string => randomBytes(32).toString('base64url')

/** A pair for messages to browsers (RFC 8292): a point of P-256 and its private number, in base64url. */
export function makePushKeys(): Record<string, string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { [pushPublicKey]: point.toString('base64url'), [pushPrivateKey]: d }
}

/** A new value for each. */
export const freshSecrets = (names: string[]): Record<string, string> => ({
  ...Object.fromEntries(names.map((name) => [name, randomToken()])),
  ...makePushKeys()
})

type Judged = Pick<Deployment, 'stage' | 'config'>

/** What the Worker has against its settings, with a value of the right form for each secret that is not given. */
function refusalsOf({ stage, config }: Judged, given: Record<string, string>): string[] {
  const fresh = freshSecrets(secretsOf(config).map(({ name }) => name))
  const shopKey = `${stage === 'staging' ? 'test_' : ''}${randomToken()}`
  const bindings = Object.fromEntries(
    [...config.d1_databases.map(({ binding }) => binding), 'EMAIL'].map((name) => [name, {}])
  )
  try {
    parseEnvironment({ ...bindings, ...fresh, YOOKASSA_SECRET_KEY: shopKey, ...config.vars, ...given })
    return []
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return error.message.replace(/^Bad environment: /, '').split('; ')
  }
}

/** What the Worker will have against the value of a secret, which is not quoted, or against the address where it is sent; null: nothing */
export const secretProblem = (deployment: Judged, name: string, value: string): string | null => {
  // A header takes no other ones: every call would fail, long after the deployment.
  if (/[^\x21-\x7e]/.test(value)) return `${name}: has characters that no secret has. Copy it whole, without spaces.`
  const address = name.replace(/_API_KEY$/, '_BASE_URL')
  return (
    refusalsOf(deployment, { [name]: value }).find((one) => new RegExp(`^(${name}|${address})[: ]`).test(one)) ?? null
  )
}

/** One line for each setting that is missing or that no deployment may have. Secrets are judged when they are given. */
export function problemsOf(deployment: Pick<Deployment, 'stage' | 'settings' | 'config'>): string[] {
  const { config, settings } = deployment
  const secrets = [...secretsOf(config).map(({ name }) => name), ...optionalSecrets]
  const stray = secrets.filter((name) => name in settings.variables && name !== pushPublicKey)
  return [
    ...stray.map((name) => `${name} is a secret: take it out of the file, the command asks for it.`),
    ...refusalsOf(deployment, {})
  ]
}
