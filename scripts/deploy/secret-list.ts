// Which secrets a stage needs, and where each comes from.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { pushPublicKey, type StageConfig } from './config.ts'
import type { Stage } from './stage.ts'

export interface Secret {
  name: string
  /** `asked`: somebody else's service gave it. `kept`: this command makes it and keeps it, because a restored stack needs the same. */
  from: 'asked' | 'kept'
}

/** Tokens that `npm run operator` and `npm run backup` are given. */
const commandTokens = ['OPERATOR_TOKEN', 'BACKUP_TOKEN']
const pushPrivateKey = 'VAPID_PRIVATE_KEY'

/** Half a pair of push keys is none. */
export const isPushKey = (name: string): boolean => name === pushPublicKey || name === pushPrivateKey

/** Secrets that a setting of the stage makes necessary. */
const conditional = (vars: Record<string, string>): string[] => [
  ...(vars['MAIL_TRANSPORT'] === 'unisender' ? ['UNISENDER_API_KEY'] : []),
  ...(vars['ALARM_TELEGRAM_CHAT_ID'] === undefined ? [] : ['ALARM_TELEGRAM_BOT_TOKEN']),
  ...(vars['ALARM_WEBHOOK_URL'] === undefined ? [] : ['ALARM_WEBHOOK_SECRET'])
]

/** Everything that the stage cannot run without, in the order of wrangler.toml. */
export function secretsOf({ secrets, vars }: StageConfig): Secret[] {
  // To a public half that a setting of the stage names belongs a private one that somebody has.
  const pair = secrets.required.includes(pushPublicKey) ? [pushPublicKey, pushPrivateKey] : []
  const kept = new Set(['JWT_SECRET', ...pair, ...commandTokens])
  return [...secrets.required, ...conditional(vars), ...commandTokens].map((name) => ({
    name,
    from: kept.has(name) ? 'kept' : 'asked'
  }))
}

/** May be set, and are when this process has them in its environment, or when they are to be renewed. */
export const optionalSecrets = ['PROXY_TOKEN', 'JWT_SECRET_PREVIOUS']

export const randomToken = (): string => randomBytes(32).toString('base64url')

/** A pair for messages to browsers (RFC 8292): a point of P-256 and its private number, in base64url. */
export function makePushKeys(): { publicKey: string; privateKey: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}

/** A value of the right form for a secret that only Cloudflare knows: the other settings are checked beside it. */
export function standIn(name: string, stage: Stage): string {
  if (name === pushPublicKey) return makePushKeys().publicKey
  return name === 'YOOKASSA_SECRET_KEY' && stage === 'staging' ? `test_${randomToken()}` : randomToken()
}
