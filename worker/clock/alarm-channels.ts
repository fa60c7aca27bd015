// The channels on which this deployment tells people of alarms.
import type { AlarmChannelName } from '#domain/alarm.ts'
import type { Environment } from '#domain/environment.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import type { AlarmChannel } from '#providers/alarms/channel.ts'
import { telegramChannel } from '#providers/alarms/telegram.ts'
import { webhookChannel } from '#providers/alarms/webhook.ts'
import { type Mailer, mailerOf } from '#providers/mail/mail.ts'
import { renderNotice } from '../mails/layout.ts'

const mailChannel = (mailer: Mailer, to: string, product: string): AlarmChannel => ({
  send: ({ title, text, url }) => {
    const paragraphs = text.split('\n\n')
    const action = { label: 'Открыть тревоги', url }
    return mailer.send({ to, ...renderNotice(product, { subject: title, paragraphs, action, notes: [] }) })
  }
})

function channelOf(name: AlarmChannelName, environment: Environment, env: Env): AlarmChannel | null {
  const {
    ALARM_MAIL_TO,
    ALARM_TELEGRAM_BASE_URL,
    ALARM_TELEGRAM_BOT_TOKEN,
    ALARM_TELEGRAM_CHAT_ID,
    ALARM_WEBHOOK_URL,
    ALARM_WEBHOOK_SECRET
  } = environment
  switch (name) {
    case 'mail':
      if (ALARM_MAIL_TO === undefined) return null
      return mailChannel(mailerOf(environment, env.EMAIL), ALARM_MAIL_TO, environment.MAIL_FROM_NAME)
    case 'telegram':
      if (ALARM_TELEGRAM_BOT_TOKEN === undefined || ALARM_TELEGRAM_CHAT_ID === undefined) return null
      return telegramChannel({ ALARM_TELEGRAM_BASE_URL, ALARM_TELEGRAM_BOT_TOKEN, ALARM_TELEGRAM_CHAT_ID })
    case 'webhook':
      if (ALARM_WEBHOOK_URL === undefined || ALARM_WEBHOOK_SECRET === undefined) return null
      return webhookChannel({ ALARM_WEBHOOK_URL, ALARM_WEBHOOK_SECRET })
    default:
      return name satisfies never
  }
}

const names: readonly AlarmChannelName[] = ['mail', 'telegram', 'webhook']

/** The channels whose settings are present. */
export function alarmChannelsOf(env: Env): { name: AlarmChannelName; channel: AlarmChannel }[] {
  const environment = environmentOf(env)
  return names.flatMap((name) => {
    const channel = channelOf(name, environment, env)
    return channel ? [{ name, channel }] : []
  })
}
