// The channels on which people are told of alarms, and what arrived on each of them in the sandbox.
import { env } from 'cloudflare:workers'
import { openDirectory } from '#data/base/database.ts'
import { type AlarmRow, listAlarms } from '#data/directory/alarms.ts'
import type { AlarmKind } from '#contract/alarm-kinds.ts'

const sandbox = new URL(env.OPENAI_BASE_URL).origin
export const webhookSecret = 'webhook-secret-of-the-tests'
const mailbox = 'duty@platform.example'

/** A deployment with all channels. */
export const withChannels: Env = Object.assign(Object.create(null), env, {
  ALARM_MAIL_TO: mailbox,
  ALARM_TELEGRAM_BASE_URL: `${sandbox}/telegram`,
  ALARM_TELEGRAM_BOT_TOKEN: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5',
  ALARM_TELEGRAM_CHAT_ID: '-1004242',
  ALARM_WEBHOOK_URL: `${sandbox}/alarm-webhook`,
  ALARM_WEBHOOK_SECRET: webhookSecret
})

export interface Hook {
  signature: string
  key: string
  body: string
}

const listOf = async <Item>(path: string): Promise<Item[]> => (await fetch(`${sandbox}${path}`)).json()

export const hooks = () => listOf<Hook>('/alarm-webhook/messages.json')
export const mails = () => listOf<{ subject: string; text: string; html: string }>(`/mail.json?to=${mailbox}`)

/** What people heard on each channel, oldest first. */
export async function heard() {
  const telegram = await listOf<{ text: string }>('/telegram/messages.json')
  return {
    mail: (await mails()).map(({ subject, text }) => `${subject}\n\n${text}`).toReversed(),
    telegram: telegram.map(({ text }) => text),
    webhook: (await hooks()).map(({ body }) => body)
  }
}

/** How many messages arrived on each channel. */
export async function messagesHeard() {
  const { mail, telegram, webhook } = await heard()
  return { mail: mail.length, telegram: telegram.length, webhook: webhook.length }
}

/** Forgets all alarms and all that was heard of them. */
export async function emptyAlarms(): Promise<void> {
  await env.DB.exec('delete from alarms')
  await env.DB.exec('delete from alarm_counts')
  const paths = ['/telegram/messages.json', '/alarm-webhook/messages.json', '/mail.json']
  await Promise.all(paths.map((path) => fetch(`${sandbox}${path}`, { method: 'DELETE' })))
}

/** Lets a channel refuse so many messages. */
export async function refuseMessages(channel: 'telegram' | 'alarm-webhook', status: number, count: number) {
  await fetch(`${sandbox}/${channel}/fault`, { method: 'PUT', body: JSON.stringify({ status, count }) })
}

export const alarmRows = (kind?: AlarmKind): Promise<AlarmRow[]> =>
  listAlarms(openDirectory(env), { state: 'all', kind, after: null, limit: 100 })
