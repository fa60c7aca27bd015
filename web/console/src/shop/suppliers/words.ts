import type { SupplierDialect } from '#contract/supplier-dialects.ts'
import type { SupplierFailure } from '#contract/operator/shop/suppliers.ts'

export const dialectNames: Readonly<Record<SupplierDialect, string>> = {
  'openai-chat': 'OpenAI Chat Completions',
  'openai-responses': 'OpenAI Responses',
  'xai-responses': 'xAI Responses',
  'anthropic-messages': 'Anthropic Messages',
  midjourney: 'Midjourney (прокси): картинки',
  bfl: 'Black Forest Labs: картинки FLUX',
  stability: 'Stability AI: картинки',
  elevenlabs: 'ElevenLabs: речь',
  luma: 'Luma: видео',
  google: 'Google: видео',
  runway: 'Runway: видео'
}

/** The usual one of resellers first. */
export const dialectChoices = Object.entries(dialectNames) as [SupplierDialect, string][]

/** By the kinds of failures of suppliers. */
const failureTexts: Partial<Record<string, string>> = {
  busy: 'Поставщик перегружен или ограничил частоту запросов',
  rejected: 'Поставщик не принял запрос',
  unauthorized: 'Ключ не подходит или не даёт доступа к этой модели',
  unpaid: 'На счёте у поставщика нет денег',
  'model-gone': 'У поставщика нет модели с таким именем',
  timeout: 'Ответа не было слишком долго',
  network: 'Сервер не отвечает: проверьте адрес',
  cut: 'Ответ оборвался',
  malformed: 'Ответ не в этом формате: проверьте формат и адрес',
  server: 'Ошибка на стороне поставщика',
  refused: 'Модель отказалась отвечать'
}

export function failureText({ kind, status, code }: SupplierFailure): string {
  const details = [status === null ? '' : `HTTP ${status}`, code ?? ''].filter(Boolean).join(', ')
  return `${failureTexts[kind] ?? kind}${details && ` (${details})`}`
}
