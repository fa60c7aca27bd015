// Alarms as a call of any address that an operator has: a chat, a pager, an own program. The body is signed, so
// that the receiver can check the sender and the time.
import type { Send } from '../http/http.ts'
import type { AlarmChannel } from './channel.ts'
import { deliver } from './deliver.ts'

export interface WebhookSettings {
  ALARM_WEBHOOK_URL: string
  ALARM_WEBHOOK_SECRET: string
}

async function hmacOf(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** `x-alarm-signature: t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>" in hexadecimal>`. */
async function signatureOf(secret: string, body: object, now: number): Promise<string> {
  const seconds = Math.floor(now / 1000)
  // The same text as the call sends.
  return `t=${seconds},v1=${await hmacOf(secret, `${seconds}.${JSON.stringify(body)}`)}`
}

export const webhookChannel = (settings: WebhookSettings, send?: Send): AlarmChannel => ({
  send: async ({ id, title, text, url, alarms }) => {
    const body = { id, title, text, url, alarms }
    const headers = {
      'idempotency-key': id,
      'x-alarm-signature': await signatureOf(settings.ALARM_WEBHOOK_SECRET, body, Date.now())
    }
    const kindsByStatus = { 404: 'unauthorized' } as const
    await deliver({ provider: 'alarm-webhook', url: settings.ALARM_WEBHOOK_URL, headers, body, kindsByStatus }, send)
  }
})
