import { isObject } from './json.ts'
import { mailFaultNamed, textFaultNamed } from './faults.ts'
import { mediaFaultNamed } from './media/faults.ts'
import { NOTIFICATION_MODES, paymentFaultNamed, SAVING_MODES } from './payments/faults.ts'
import type { MailFault, TextFault } from './faults.ts'
import type { NotificationMode, PaymentFault, SavingMode } from './payments/faults.ts'
import type { MediaFault } from './media/faults.ts'

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
  notifications: 'on-time',
  saving: 'on'
})

export const createControls = (speed: number, site: string | null = null): Controls => ({
  speed,
  ...createCallControls(),
  site
})

/** Uses up one call of the text fault. */
export function takeTextFault(controls: CallControls): TextFault | null {
  const { fault } = controls
  if (fault === null) return null
  controls.faultCount -= 1
  if (controls.faultCount <= 0) Object.assign(controls, { fault: null, faultCount: 0 })
  return fault
}

/** Uses up one call of the mail fault. */
export function takeMailFault(controls: CallControls): MailFault | null {
  const { mailFault } = controls
  if (mailFault === null) return null
  controls.mailFaultCount -= 1
  if (controls.mailFaultCount <= 0) Object.assign(controls, { mailFault: null, mailFaultCount: 0 })
  return mailFault
}

/** Uses up one call of the media fault. */
export function takeMediaFault(controls: CallControls): MediaFault | null {
  const { mediaFault } = controls
  if (mediaFault === null) return null
  controls.mediaFaultCount -= 1
  if (controls.mediaFaultCount <= 0) Object.assign(controls, { mediaFault: null, mediaFaultCount: 0 })
  return mediaFault
}

/** Uses up one call of the payment fault if it is one of `faults`. */
export function takePaymentFault(controls: CallControls, faults: readonly PaymentFault[]): PaymentFault | null {
  const { paymentFault } = controls
  if (paymentFault === null || !faults.includes(paymentFault)) return null
  controls.paymentFaultCount -= 1
  if (controls.paymentFaultCount <= 0) Object.assign(controls, { paymentFault: null, paymentFaultCount: 0 })
  return paymentFault
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

const namers = {
  fault: textFaultNamed,
  mailFault: mailFaultNamed,
  mediaFault: mediaFaultNamed,
  paymentFault: paymentFaultNamed
}

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
      const fault = value === null ? null : namers[key](String(value))
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
    case 'notifications': {
      const mode = NOTIFICATION_MODES.find((known) => known === value)
      if (!mode) return `notifications: ${NOTIFICATION_MODES.join(', ')}.`
      next.notifications = mode
      return null
    }
    case 'saving': {
      const mode = SAVING_MODES.find((known) => known === value)
      if (!mode) return `saving: ${SAVING_MODES.join(', ')}.`
      next.saving = mode
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
