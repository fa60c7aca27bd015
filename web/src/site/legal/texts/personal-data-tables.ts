// The tables that the privacy policy and the data processing policy share.
import { deletionGraceDays } from '#contract/agreements.ts'
import type { Table } from './document.ts'

/** The recipients of prompts by provider key. A test compares the keys with the catalogue. */
export const modelProviders = {
  openai: ['OpenAI', 'США', 'Чаты ChatGPT и GPT-5, DALL-E 3, редактор изображений, голосовой ввод, перевод описаний'],
  anthropic: ['Anthropic', 'США', 'Чаты Claude, помощь с описаниями картинок и видео'],
  xai: ['xAI', 'США', 'Чаты Grok'],
  bfl: ['Black Forest Labs', 'Германия', 'Flux'],
  stability: ['Stability AI', 'Великобритания', 'Stable Diffusion, инструменты Stability AI'],
  midjourney: ['Midjourney, через посредника', 'США', 'Midjourney'],
  elevenlabs: ['ElevenLabs', 'США', 'Озвучка'],
  luma: ['Luma AI', 'США', 'Видео Luma, квадратное видео Veo 3'],
  google: ['Google', 'США', 'Veo 3, длинное и чёткое видео Luma'],
  runway: ['Runway', 'США', 'Видео Runway']
} as const satisfies Record<string, readonly [string, string, string]>

export const modelRecipients: Table = {
  columns: ['Кто', 'Страна', 'Для чего'],
  rows: Object.values(modelProviders)
}

export const otherRecipients: Table = {
  columns: ['Кто', 'Страна', 'Что и зачем'],
  rows: [
    ['Cloudflare', 'США и сеть по всему миру', 'Серверы, база данных и хранилище файлов, защита от атак'],
    ['ЮKassa (НКО «ЮМани»)', 'Россия', 'Сумма, номер заказа, email для чека; данные карты вы вводите у неё сами'],
    ['Unisender Go или почта Cloudflare', 'Россия или США', 'Email и текст служебного письма'],
    [
      'Служба сообщений вашего браузера (Google, Mozilla, Apple, Microsoft)',
      'США',
      'Адрес браузера в этой службе и зашифрованное сообщение о готовой работе, если вы их включили'
    ]
  ]
}

/** How long data is kept. `data/directory/retention.ts`, the walk over old books and the erasure of accounts delete it. */
export const retentionPeriods: Table = {
  columns: ['Данные', 'Сколько храним'],
  rows: [
    ['Данные аккаунта', 'Пока аккаунт существует и ещё 3 года: на случай споров о расчётах'],
    [
      'Аккаунт, который вы удалили сами',
      `Стираем через ${deletionGraceDays} дней, не дожидаясь трёх лет. Остаются записи о расчётах без имени и адреса`
    ],
    ['История запросов и списаний', '2 года после последней операции'],
    ['Чаты и созданные файлы', 'Пока вы их не удалите или не удалите аккаунт'],
    ['Записи памяти', 'Пока вы их не удалите или не удалите аккаунт'],
    ['Предложения запомнить, на которые вы не ответили', '30 дней'],
    ['Инструкция и файлы проекта', 'Пока вы не удалите их, папку или аккаунт'],
    ['Документы со всеми версиями', 'Пока вы не удалите документ, его чат или аккаунт'],
    ['Загруженные для обработки файлы', 'Пока вы не удалите работу; если она не удалась — сутки'],
    ['Запись голосового ввода', 'Не храним: превращаем в текст и забываем'],
    ['Сеансы: IP-адрес, браузер, город', '1 год после окончания сеанса'],
    ['Ссылки из писем и неподтверждённые регистрации', '30 дней'],
    [
      'Отпечаток адреса, по которому выдан подарок',
      'Бессрочно: чтобы не выдать его второй раз. Адрес из него не восстановить'
    ],
    ['Постоянные cookie, если они есть', 'От 30 дней до 2 лет']
  ]
}
