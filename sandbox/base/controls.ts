import { faultNamed, MAIL_FAULTS, TEXT_FAULTS, type MailFault, type TextFault } from './faults.ts'
import { isObject } from './json.ts'
import { MEDIA_FAULTS, type MediaFault } from './media-faults.ts'
import { NOTIFICATION_MODES, PAYMENT_FAULTS, SAVING_MODES } from './payment-faults.ts'
import type { NotificationMode, PaymentFault, SavingMode } from './payment-faults.ts'

/** The switches that exist globally and for a scope of calls (scopes.ts), read and set at `/control.json`. */
export interface CallControls {
  fault: TextFault | null
  /** How many more text calls get the fault. */
  faultCount: number
  mailFault: MailFault | null
  mailFaultCount: number
  mediaFault: MediaFault | null
  /** How many more submissions of pictures, videos, voice and recordings get the fault. */
  mediaFaultCount: number
  /** While true, answers of text models stop after their first third. */
  paused: boolean
  /** The text of every transcription; null: one of the built-in sentences, chosen by the size of the recording. */
  transcript: string | null
  /** By how much the prices in lists of models are multiplied. */
  listPriceTimes: number
  /** The models that lists of models leave out. */
  listWithout: readonly string[]
  paymentFault: PaymentFault | null
  /** How many more calls of the fault's kind get it. */
  paymentFaultCount: number
  notifications: NotificationMode
  /** Whether payment methods are saved for later charges without the payer. */
  saving: SavingMode
}

/** The global switches. The two here have no scopes: all upstreams share one speed and one site. */
export interface Controls extends CallControls {
  /** 1 is the pace of a real upstream; 10 is ten times faster. */
  speed: number
  /** Origin of the site that gets payment notifications; null: none are sent. */
  site: string | null
}

const FAULTS_OFF = {
  fault: null,
  faultCount: 0,
  mailFault: null,
  mailFaultCount: 0,
  mediaFault: null,
  mediaFaultCount: 0,
  paymentFault: null,
  paymentFaultCount: 0
}

export const createCallControls = (): CallControls => ({
  ...FAULTS_OFF,
  paused: false,
  transcript: null,
  listPriceTimes: 1,
  listWithout: [],
  notifications: 'on-time',
  saving: 'on'
})

export const createControls = (speed: number, site: string | null = null): Controls => ({
  speed,
  ...createCallControls(),
  site
})

type FaultSwitch = 'fault' | 'mailFault' | 'mediaFault' | 'paymentFault'

/** Uses up one call of the fault. @param among the faults that this call can get; default: all */
export function takeFault<Key extends FaultSwitch>(
  controls: CallControls,
  key: Key,
  among?: readonly CallControls[Key][]
): CallControls[Key] | null {
  const fault = controls[key]
  if (fault === null || among?.includes(fault) === false) return null
  controls[`${key}Count`] -= 1
  if (controls[`${key}Count`] <= 0) Object.assign(controls, { [key]: null, [`${key}Count`]: 0 })
  return fault
}

/** Applies the body of `/control.json`, all of it or nothing. @returns what is wrong, in Russian, or null */
export function applyControls(controls: CallControls | Controls, input: unknown): string | null {
  if (!isObject(input)) return 'Нужен JSON-объект.'
  const next: Partial<Controls> = { ...controls }
  for (const [key, value] of Object.entries(input)) {
    if ((key === 'speed' || key === 'site') && !(key in controls)) return `${key}: только для всей песочницы.`
    const problem = applyControl(next, key, value)
    if (problem !== null) return problem
  }
  for (const key of ['fault', 'mailFault', 'mediaFault', 'paymentFault'] as const) {
    if (key in input && !(`${key}Count` in input)) next[`${key}Count`] = next[key] === null ? 0 : 1
  }
  Object.assign(controls, next)
  return null
}

const modes: Readonly<Record<'notifications' | 'saving', readonly string[]>> = {
  notifications: NOTIFICATION_MODES,
  saving: SAVING_MODES
}
const faultRows = { fault: TEXT_FAULTS, mailFault: MAIL_FAULTS, mediaFault: MEDIA_FAULTS, paymentFault: PAYMENT_FAULTS }

function applyControl(next: Partial<Controls>, key: string, value: unknown): string | null {
  switch (key) {
    case 'speed':
      if (typeof value !== 'number' || !(value > 0 && value <= 1_000_000)) return 'speed: число больше 0.'
      next.speed = value
      return null
    case 'faultCount':
    case 'mailFaultCount':
    case 'mediaFaultCount':
    case 'paymentFaultCount':
      if (!Number.isSafeInteger(value) || Number(value) < 1) return `${key}: целое число от 1.`
      next[key] = Number(value)
      return null
    case 'fault':
    case 'mailFault':
    case 'mediaFault':
    case 'paymentFault': {
      const fault = value === null ? null : faultNamed<string>(faultRows[key], String(value))
      if (fault === undefined) return `${key}: неизвестный сбой «${String(value)}».`
      Object.assign(next, { [key]: fault })
      return null
    }
    case 'paused':
      if (typeof value !== 'boolean') return 'paused: true или false.'
      next.paused = value
      return null
    case 'transcript':
      if (value !== null && typeof value !== 'string') return 'transcript: строка или null.'
      next.transcript = value
      return null
    case 'listPriceTimes':
      if (typeof value !== 'number' || !(value > 0 && value <= 1000)) return 'listPriceTimes: число больше 0, до 1000.'
      next.listPriceTimes = value
      return null
    case 'listWithout':
      if (!Array.isArray(value) || !value.every((model) => typeof model === 'string'))
        return 'listWithout: список имён моделей.'
      next.listWithout = value
      return null
    case 'notifications':
    case 'saving': {
      const mode = modes[key].find((known) => known === value)
      if (!mode) return `${key}: ${modes[key].join(', ')}.`
      Object.assign(next, { [key]: mode })
      return null
    }
    case 'site':
      if (value !== null && !URL.canParse(String(value))) return 'site: адрес сайта или null.'
      next.site = value === null ? null : new URL(String(value)).origin
      return null
    default:
      return `${key}: такого поля нет.`
  }
}
