// Alarms through a bot of Telegram (core.telegram.org/bots/api#sendmessage). The token is a part of the address, so that
// an address must never be logged.
import { beginningOf } from '#contract/cut-text.ts'
import { safeCode } from '../http/error-code.ts'
import { ProviderFailure } from '../http/failure.ts'
import { countAt, fieldAt, parsedJson } from '../http/fields.ts'
import type { Send, UpstreamCall } from '../http/http.ts'
import type { AlarmChannel, AlarmMessage } from './channel.ts'
import { deliver } from './deliver.ts'

/** Of the 4096 characters of a message, with room for title and address. */
const textMax = 3900

export interface TelegramSettings {
  ALARM_TELEGRAM_BASE_URL: string
  ALARM_TELEGRAM_BOT_TOKEN: string
  ALARM_TELEGRAM_CHAT_ID: string
}

/** Errors are `{ ok: false, error_code: 429, parameters: { retry_after: 5 } }`. */
function codeOf(body: unknown): string | null {
  const code = countAt(body, 'error_code')
  return code === null ? null : safeCode(String(code))
}

const callOf = (settings: TelegramSettings, { title, text, url }: AlarmMessage): UpstreamCall => ({
  provider: 'telegram',
  url: `${settings.ALARM_TELEGRAM_BASE_URL}/bot${settings.ALARM_TELEGRAM_BOT_TOKEN}/sendMessage`,
  headers: {},
  // Plain text: what an alarm names is never read as markup.
  body: {
    chat_id: settings.ALARM_TELEGRAM_CHAT_ID,
    text: `${title}\n\n${beginningOf(text, textMax)}\n\n${url}`,
    link_preview_options: { is_disabled: true }
  },
  // A wrong token is 401, or 404 when it does not look like one; 400 is a chat that the bot does not know.
  kindsByStatus: { 404: 'unauthorized' },
  codeOf,
  waitSecondsOf: (body) => countAt(body, 'parameters', 'retry_after')
})

export const telegramChannel = (settings: TelegramSettings, send?: Send): AlarmChannel => ({
  send: async (message) => {
    const answer = parsedJson((await deliver(callOf(settings, message), send)) ?? '')
    if (fieldAt(answer, 'ok') !== true) throw new ProviderFailure('telegram', { kind: 'malformed', retryable: false })
  }
})
