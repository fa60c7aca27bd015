import { isObject } from './json.ts'
import { mailFaultNamed, textFaultNamed } from './faults.ts'
import type { MailFault, TextFault } from './faults.ts'

/** The switches of the whole sandbox, read and set at `/control.json`. */
export interface Controls {
  /** 1 is the pace of a real upstream; 10 is ten times faster. */
  speed: number
  fault: TextFault | null
  /** How many more text calls get the fault. */
  faultCount: number
  mailFault: MailFault | null
  mailFaultCount: number
}

export function createControls(speed: number): Controls {
  return { speed, fault: null, faultCount: 0, mailFault: null, mailFaultCount: 0 }
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

/** Applies what `/control.json` was sent, all of it or nothing; answers what is wrong in Russian, or null. */
export function applyControls(controls: Controls, input: unknown): string | null {
  if (!isObject(input)) return 'Нужен JSON-объект.'
  const next = { ...controls }
  for (const [key, value] of Object.entries(input)) {
    const problem = applyControl(next, key, value)
    if (problem !== null) return problem
  }
  if ('fault' in input && !('faultCount' in input)) next.faultCount = next.fault === null ? 0 : 1
  if ('mailFault' in input && !('mailFaultCount' in input)) next.mailFaultCount = next.mailFault === null ? 0 : 1
  Object.assign(controls, next)
  return null
}

function applyControl(next: Controls, key: string, value: unknown): string | null {
  switch (key) {
    case 'speed':
      if (typeof value !== 'number' || !(value > 0 && value <= 1_000_000)) return 'speed: число больше 0.'
      next.speed = value
      return null
    case 'faultCount':
    case 'mailFaultCount':
      if (!Number.isSafeInteger(value) || Number(value) < 1) return `${key}: целое число от 1.`
      next[key] = Number(value)
      return null
    case 'fault': {
      const fault = value === null ? null : textFaultNamed(String(value))
      if (fault === undefined) return `fault: неизвестный сбой «${String(value)}».`
      next.fault = fault
      return null
    }
    case 'mailFault': {
      const mailFault = value === null ? null : mailFaultNamed(String(value))
      if (mailFault === undefined) return `mailFault: неизвестный сбой «${String(value)}».`
      next.mailFault = mailFault
      return null
    }
    default:
      return `${key}: такого поля нет.`
  }
}
