import type { StudioEntry } from './entry.ts'
import { tools } from './menu.ts'

/** The page shows a limit of 5000 characters; the provider accepts 10 000. */
export const elevenlabs: StudioEntry = {
  id: 'elevenlabs',
  kind: 'audio',
  call: 'generateAudio',
  path: '/elevenlabs',
  aliases: [],
  ...tools['/elevenlabs'],
  summary: 'Живая озвучка текста пятью голосами',
  parameters: [
    {
      kind: 'text',
      name: 'prompt',
      label: 'Текст для озвучивания',
      placeholder: 'Введите текст, который нужно озвучить',
      counterMax: 5000,
      lengthMax: 10_000,
      requiredText: 'Введите текст для озвучивания'
    },
    {
      kind: 'choice',
      name: 'voice',
      label: 'Голос',
      options: [
        { value: 'sarah', label: 'Сара — мягкий женский' },
        { value: 'george', label: 'Джордж — тёплый мужской' },
        { value: 'lily', label: 'Лили — бархатный женский' },
        { value: 'daniel', label: 'Дэниел — дикторский мужской' },
        { value: 'brian', label: 'Брайан — глубокий мужской' }
      ],
      default: 'sarah'
    },
    {
      kind: 'choice',
      name: 'speed',
      label: 'Скорость',
      options: [
        { value: '0.5', label: '0.5×' },
        { value: '0.75', label: '0.75×' },
        { value: '1', label: '1.0×' },
        { value: '1.25', label: '1.25×' },
        { value: '1.5', label: '1.5×' }
      ],
      default: '1'
    }
  ],
  price: {
    tokens: { by: 'voice', values: { sarah: 1, george: 1, lily: 1, daniel: 1, brian: 1 } },
    perCharacters: { of: 'prompt', count: 1000 }
  },
  upstream: [
    {
      provider: 'elevenlabs',
      model: 'eleven_multilingual_v2',
      translate: {
        voice: {
          sarah: 'EXAVITQu4vr4xnSDxMaL',
          george: 'JBFqnCBsd6RMkjVDRZzb',
          lily: 'pFZP5JQG7iQjIQuC4Bku',
          daniel: 'onwK4e9ZLuTAKqWW03F9',
          brian: 'nPczCjzI2devNBz1zQrb'
        },
        // The provider guarantees 0.7 to 1.2; the player changes the remaining speed and keeps the pitch.
        speed: {
          '0.5': { speed: 0.7, playbackRate: 0.714 },
          '0.75': { speed: 0.75, playbackRate: 1 },
          '1': { speed: 1, playbackRate: 1 },
          '1.25': { speed: 1.2, playbackRate: 1.042 },
          '1.5': { speed: 1.2, playbackRate: 1.25 }
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

/** Estimated duration, shown before submitting: about fifteen characters per second. */
export const estimatedSeconds = (text: string): number => Math.ceil(text.length / 15)
