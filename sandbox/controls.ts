import { isObject } from './json.ts'
import { mailFaultNamed, textFaultNamed } from './faults.ts'
import { mediaFaultNamed } from './media/faults.ts'
import type { MailFault, TextFault } from './faults.ts'
import type { MediaFault } from './media/faults.ts'

/** The switches of the whole sandbox, read and set at `/control.json`. */
export interface Controls {
  /** 1 is the pace of a real upstream; 10 is ten times faster. */
  speed: number
  fault: TextFault | null
  /** How many more text calls get the fault. */
  faultCount: number
  mailFault: MailFault | null
  mailFaultCount: number
  mediaFault: MediaFault | null
  /** How many more submissions of pictures, videos, voice and recordings get the fault. */
  mediaFaultCount: number
  /** What every recording is heard as; null for a sentence that the recording chooses. */
  transcript: string | null
}

const FAULTS_OFF = {
  fault: null,
  faultCount: 0,
  mailFault: null,
  mailFaultCount: 0,
  mediaFault: null,
  mediaFaultCount: 0
}

export function createControls(speed: number): Controls {
  return { speed, ...FAULTS_OFF, transcript: null }
}

/** Uses up one call of the global text fault. */
export function takeTextFault(controls: Controls): TextFault | null {
  const { fault } = controls
  if (fault === null) return null
  controls.faultCount -= 1
  if (controls.faultCount <= 0) Object.assign(controls, { fault: null, faultCount: 0 })
  return fault
}

/** Uses up one call of the global mail fault. */
export function takeMailFault(controls: Controls): MailFault | null {
  const { mailFault } = controls
  if (mailFault === null) return null
  controls.mailFaultCount -= 1
  if (controls.mailFaultCount <= 0) Object.assign(controls, { mailFault: null, mailFaultCount: 0 })
  return mailFault
}

/** Uses up one call of the global media fault. */
export function takeMediaFault(controls: Controls): MediaFault | null {
  const { mediaFault } = controls
  if (mediaFault === null) return null
  controls.mediaFaultCount -= 1
  if (controls.mediaFaultCount <= 0) Object.assign(controls, { mediaFault: null, mediaFaultCount: 0 })
  return mediaFault
}

/** Applies what `/control.json` was sent, all of it or nothing; answers what is wrong in Russian, or null. */
export function applyControls(controls: Controls, input: unknown): string | null {
  if (!isObject(input)) return 'Нужен JSON-объект.'
  const next = { ...controls }
  for (const [key, value] of Object.entries(input)) {
    const problem = applyControl(next, key, value)
    if (problem !== null) return problem
  }
  for (const key of ['fault', 'mailFault', 'mediaFault'] as const) {
    if (key in input && !(`${key}Count` in input)) next[`${key}Count`] = next[key] === null ? 0 : 1
  }
  Object.assign(controls, next)
  return null
}

const namers = { fault: textFaultNamed, mailFault: mailFaultNamed, mediaFault: mediaFaultNamed }

function applyControl(next: Controls, key: string, value: unknown): string | null {
  switch (key) {
    case 'speed':
      if (typeof value !== 'number' || !(value > 0 && value <= 1_000_000)) return 'speed: число больше 0.'
      next.speed = value
      return null
    case 'faultCount':
    case 'mailFaultCount':
    case 'mediaFaultCount':
      if (!Number.isSafeInteger(value) || Number(value) < 1) return `${key}: целое число от 1.`
      next[key] = Number(value)
      return null
    case 'fault':
    case 'mailFault':
    case 'mediaFault': {
      const fault = value === null ? null : namers[key](String(value))
      if (fault === undefined) return `${key}: неизвестный сбой «${String(value)}».`
      Object.assign(next, { [key]: fault })
      return null
    }
    case 'transcript':
      if (value !== null && typeof value !== 'string') return 'transcript: строка или null.'
      next.transcript = value
      return null
    default:
      return `${key}: такого поля нет.`
  }
}
