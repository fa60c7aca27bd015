// To whom personal data may go, for the two texts that must name them. A test compares it with the catalogue.
import type { Table } from './document.ts'

/** By the provider keys of the catalogue. */
export const modelProviders = {
  openai: ['OpenAI', 'США', 'Чаты ChatGPT и GPT-5, DALL-E 3, редактор изображений, голосовой ввод, перевод описаний'],
  anthropic: ['Anthropic', 'США', 'Чаты Claude'],
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
    ['Unisender Go или почта Cloudflare', 'Россия или США', 'Email и текст служебного письма']
  ]
}
