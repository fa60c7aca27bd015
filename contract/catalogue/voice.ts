import type { StudioEntry } from './entry.ts'
import { tools } from './menu.ts'
import { voices } from './voices.ts'

/** The page counts up to 5000 characters. Longer texts are allowed: they are read in parts, and the recordings are joined. */
export const elevenlabs: StudioEntry = {
  id: 'elevenlabs',
  kind: 'audio',
  call: 'generateAudio',
  path: '/elevenlabs',
  aliases: [],
  ...tools['/elevenlabs'],
  summary: 'Озвучка текста живыми голосами, с паузами и субтитрами',
  parameters: [
    {
      kind: 'text',
      name: 'prompt',
      label: 'Текст для озвучивания',
      placeholder: 'Введите текст, который нужно озвучить',
      counterMax: 5000,
      lengthMax: 20_000,
      requiredText: 'Введите текст для озвучивания'
    },
    {
      kind: 'choice',
      name: 'voice',
      label: 'Голос',
      options: voices.map(({ value, label }) => ({ value, label })),
      default: 'sarah'
    },
    {
      kind: 'choice',
      name: 'speed',
      label: 'Скорость',
      options: [
        { value: '0.5', label: '0,5×' },
        { value: '0.75', label: '0,75×' },
        { value: '1', label: '1,0×' },
        { value: '1.25', label: '1,25×' },
        { value: '1.5', label: '1,5×' }
      ],
      default: '1'
    },
    {
      kind: 'choice',
      name: 'format',
      label: 'Формат файла',
      advanced: true,
      options: [
        { value: 'mp3', label: 'MP3' },
        { value: 'wav', label: 'WAV' }
      ],
      default: 'mp3'
    },
    {
      kind: 'number',
      name: 'stability',
      label: 'Стабильность, %',
      advanced: true,
      hint: 'Меньше — живее и разнообразнее, больше — ровнее и предсказуемее',
      min: 0,
      max: 100,
      step: 5,
      default: 50
    },
    {
      kind: 'number',
      name: 'style',
      label: 'Выразительность, %',
      advanced: true,
      hint: 'Усиливает манеру голоса; при больших значениях речь менее устойчива',
      min: 0,
      max: 100,
      step: 5,
      default: 0
    }
  ],
  price: {
    tokens: { by: 'voice', values: Object.fromEntries(voices.map(({ value }) => [value, 1])) },
    perCharacters: { of: 'prompt', count: 1000 }
  },
  upstream: [
    {
      provider: 'elevenlabs',
      model: 'eleven_multilingual_v2',
      modelTitle: 'ElevenLabs v2',
      translate: {
        // The provider speaks at 0.7 to 1.2 of its usual speed. `tempo` is the rest, by which the server stretches the recording.
        speed: {
          '0.5': { speed: 0.7, tempo: 0.5 / 0.7 },
          '0.75': 0.75,
          '1': 1,
          '1.25': { speed: 1.2, tempo: 1.25 / 1.2 },
          '1.5': { speed: 1.2, tempo: 1.5 / 1.2 }
        }
      }
    }
  ],
  texts: {
    submit: 'Озвучить',
    busy: 'Озвучиваю...',
    empty: 'Здесь появится ваша запись',
    done: 'Аудио готово! Использовано {tokens}',
    failed: 'Ошибка при озвучивании'
  },
  shownResults: 1,
  simulation: { waitMs: 0 }
}

/** The most characters that are read at once: a minute of speech. Longer texts are read in parts. */
export const partLengthMax = 1000

/** Estimated duration, shown before submitting: about fifteen characters per second. */
export const estimatedSeconds = (text: string): number => Math.ceil(text.length / 15)
