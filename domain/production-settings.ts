// What the settings of a deployment must not be: addresses of this machine, and placeholders that an operator forgot to replace.
// A deployment with one of them would seem to work until the first user, or would keep a secret that an attacker can guess.
import { textProviders } from '#contract/catalogue/chat.ts'
import { mediaProviders } from '#contract/catalogue/entry.ts'
import { secretBits } from './secret-strength.ts'

const suppliers: readonly string[] = [...textProviders, ...mediaProviders]

/** The secrets that wrangler.toml publishes. */
const localSecret = 'local-only-secret-that-no-deployment-accepts'

/** The published keys for messages to browsers. */
const localPushKey = 'vqxhjggE2Bs0JWv9jEJDXGBI4I-DEMxhkJBTw0oG3yA'

export const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** Names without an owner (RFC 2606), and the sandbox's. */
export const isPlaceholderHost = (hostname: string): boolean =>
  /(^|\.)(example|test|invalid|localhost)$|(^|\.)example\.(com|net|org)$|(^|[.-])sandbox([.-]|$)/i.test(hostname)

const isSigningSecret = (name: string) =>
  /^(JWT_SECRET(_PREVIOUS)?|(OPERATOR|BACKUP|PROXY)_TOKEN|ALARM_WEBHOOK_SECRET)$/.test(name)
const isKey = (name: string) => /_(API_KEY|SECRET_KEY|SUPPLIER_KEY|SHOP_ID|BOT_TOKEN|ID_SECRET)$/.test(name)

const isSupplierKey = (name: string) => suppliers.some((supplier) => name === `${supplier.toUpperCase()}_API_KEY`)

const isAddress = (name: string) => /_(EMAIL|MAIL_TO)$/.test(name)

/** Each of these settings belongs to a channel for alarms; the check of all settings looks for the channel's other setting. */
const alarmChannels = ['ALARM_MAIL_TO', 'ALARM_TELEGRAM_BOT_TOKEN', 'ALARM_WEBHOOK_URL']

/** An attacker can guess a signing secret offline, a key only at its provider. Random hexadecimal digits have 4 bits each. */
const bitsMin = { signing: 80, key: 30 } as const

function addressProblem(name: string, value: string): string | null {
  const url = URL.parse(value)
  if (!url) return null
  if (url.protocol !== 'https:' || isLoopback(url.hostname)) return `${name} must be a public https address`
  return isPlaceholderHost(url.hostname) ? `${name} must not be at a placeholder host` : null
}

function secretProblem(name: string, value: string): string | null {
  if (value === localSecret || /sandbox/i.test(value)) return `${name} must be a secret of this deployment`
  // The number of a shop is short, and no secret by itself.
  if (name.endsWith('_ID')) return null
  const min = isSigningSecret(name) ? bitsMin.signing : bitsMin.key
  return secretBits(value) < min ? `${name} must be random: it is too easy to guess` : null
}

function problemOf(name: string, value: string): string | null {
  if (/replace-with-/i.test(value)) return `${name} must be replaced by a value of this deployment`
  if (/_(BASE_URL|INFO_URL|WIDGET_URL|WEBHOOK_URL|SUPPLIER_URL|ORIGIN)$/.test(name)) return addressProblem(name, value)
  if (isAddress(name) && isPlaceholderHost(value.slice(value.lastIndexOf('@') + 1)))
    return `${name} must not be at a placeholder host`
  if (
    name === 'PUSH_ORIGINS' &&
    value.split(',').some((origin) => !/^https:\/\/(?!localhost|127\.)/.test(origin.trim()))
  )
    return `${name} must be public https origins`
  if (name === 'VAPID_PRIVATE_KEY' && value === localPushKey) return `${name} must be a secret of this deployment`
  return isSigningSecret(name) || isKey(name) ? secretProblem(name, value) : null
}

/** Real money is taken by production alone, test money by staging alone. */
function shopProblems(settings: object): string[] {
  const key: unknown = Reflect.get(settings, 'YOOKASSA_SECRET_KEY')
  if (typeof key !== 'string') return []
  const isTest = key.startsWith('test_')
  if (Reflect.get(settings, 'STAGE') === 'staging')
    return isTest ? [] : ['YOOKASSA_SECRET_KEY must belong to a test shop: staging takes no real money']
  return isTest ? ['YOOKASSA_SECRET_KEY must not belong to a test shop, which takes no real money'] : []
}

/** Whether it belongs to a supplier that has no key: such a one is not there, and its address is never called. */
function isOfNone(name: string, settings: object): boolean {
  const key = name.replace(/_(API_KEY|BASE_URL)$/, '_API_KEY')
  return key.endsWith('_API_KEY') && isSupplierKey(key) && !Reflect.get(settings, key)
}

/** One line for each setting that no deployment may have; it names the setting and never quotes the value. */
export const productionProblems = (settings: object): string[] => [
  ...Object.entries(settings).flatMap(([name, value]) =>
    typeof value === 'string' && !isOfNone(name, settings) ? (problemOf(name, value) ?? []) : []
  ),
  ...shopProblems(settings),
  ...(alarmChannels.some((name) => Reflect.get(settings, name) !== undefined)
    ? []
    : [`one of ${alarmChannels.join(', ')} is required: nobody would hear of an alarm`])
]
