// Video generation without a source: Luma and Veo.
import { imageTypes, type Condition, type FileParameter, type TextParameter } from './parameters.ts'
import type { StudioEntry, StudioTexts } from './entry.ts'
import { tools } from './menu.ts'

const prompt: TextParameter = {
  kind: 'text',
  name: 'prompt',
  label: 'Описание видео',
  placeholder: 'Опишите сцену, движение и настроение',
  lengthMax: 4000,
  requiredText: 'Введите описание видео'
}

/** Google's video model: 3 to 15 seconds, up to 4K, 16:9 or 9:16. */
const google = { provider: 'google', model: 'gemini-omni-1.2-flash', modelName: 'Gemini Omni 1.2 Flash' } as const
export const videoTexts: StudioTexts = {
  submit: 'Создать видео',
  busy: 'Создаю видео...',
  empty: 'Здесь появится ваше видео',
  done: 'Видео создано! Использовано {tokens}',
  failed: 'Ошибка при генерации видео'
}

const resolutions = { standard: '720p', high: '1080p', ultra: '4k' }

/** What Luma's own model makes; the rest is Google's, which makes 16:9 and 9:16. */
const byLuma: readonly Condition[] = [
  { parameter: 'duration', is: ['5', '10'] },
  { parameter: 'quality', is: ['standard', 'high'] }
]

/** Luma takes frames, and makes loops, only of five seconds. */
const fiveSecondsByLuma: readonly Condition[] = [
  { parameter: 'duration', is: ['5'] },
  { parameter: 'quality', is: ['standard', 'high'] }
]

const frame = (name: string, label: string): FileParameter => ({
  kind: 'image',
  name,
  label,
  shownWhen: fiveSecondsByLuma,
  mediaTypes: imageTypes,
  sizeBytesMax: 10 * 1024 * 1024,
  tooLargeText: 'Файл слишком большой. Максимум 10 МБ',
  advanced: true
})

export const luma: StudioEntry = {
  id: 'luma',
  kind: 'video',
  call: 'generateVideo',
  path: '/luma',
  aliases: [],
  ...tools['/luma'],
  summary: 'Плавные ролики по описанию, до 15 секунд и до 4K',
  parameters: [
    prompt,
    {
      kind: 'choice',
      name: 'duration',
      label: 'Длительность',
      options: [
        { value: '5', label: '5 секунд' },
        { value: '10', label: '10 секунд' },
        { value: '15', label: '15 секунд' }
      ],
      default: '5'
    },
    {
      kind: 'choice',
      name: 'quality',
      label: 'Качество',
      options: [
        { value: 'standard', label: 'Стандартное 720p' },
        { value: 'high', label: 'Высокое 1080p' },
        { value: 'ultra', label: 'Ультра 4K' }
      ],
      default: 'standard'
    },
    {
      kind: 'choice',
      name: 'aspectRatio',
      label: 'Соотношение сторон',
      options: [
        { value: '16:9', label: '16:9' },
        { value: '9:16', label: '9:16' },
        ...['1:1', '4:3', '3:4', '21:9'].map((value) => ({ value, label: value, shownWhen: byLuma }))
      ],
      default: '16:9'
    },
    frame('startFrame', 'Первый кадр'),
    frame('endFrame', 'Последний кадр'),
    {
      kind: 'choice',
      name: 'loop',
      label: 'Зациклить',
      shownWhen: fiveSecondsByLuma,
      replacedBy: 'endFrame',
      options: [
        { value: 'no', label: 'Нет' },
        { value: 'yes', label: 'Да, без шва' }
      ],
      default: 'no',
      advanced: true
    }
  ],
  price: {
    tokens: { by: 'duration', values: { '5': 3, '10': 5, '15': 8 } },
    times: { by: 'quality', values: { standard: 1, high: 2, ultra: 4 } }
  },
  // Luma's model is limited to 10 seconds and 1080p; anything longer or sharper goes to Google's.
  upstream: [
    {
      when: { duration: ['5', '10'], quality: ['standard', 'high'] },
      provider: 'luma',
      model: 'ray-3.2',
      modelTitle: 'Luma Ray 3.2',
      translate: { duration: { '5': '5s', '10': '10s' }, quality: { standard: '720p', high: '1080p' } }
    },
    { ...google, translate: { duration: { '5': '5s', '10': '10s', '15': '15s' }, quality: resolutions } }
  ],
  texts: videoTexts,
  shownResults: 1,
  simulation: { waitMs: 0 }
}

const veoStyles = {
  cinematic: { promptSuffix: 'Cinematic look, film lighting, shallow depth of field.' },
  realistic: { promptSuffix: 'Realistic look, natural light.' },
  animated: { promptSuffix: 'Animated film look.' },
  documentary: { promptSuffix: 'Documentary look, handheld camera.' }
}

export const veo3: StudioEntry = {
  id: 'veo3',
  kind: 'video',
  call: 'generateVideo',
  path: '/veo3',
  aliases: [],
  ...tools['/veo3'],
  summary: 'Ролики со звуком в выбранном стиле',
  parameters: [
    prompt,
    {
      kind: 'choice',
      name: 'style',
      label: 'Стиль',
      options: [
        { value: 'cinematic', label: 'Кинематографичный' },
        { value: 'realistic', label: 'Реалистичный' },
        { value: 'animated', label: 'Анимация' },
        { value: 'documentary', label: 'Документальный' }
      ],
      default: 'cinematic'
    },
    {
      kind: 'choice',
      name: 'duration',
      label: 'Длительность',
      options: [
        { value: '3', label: '3 секунды' },
        { value: '6', label: '6 секунд' },
        { value: '10', label: '10 секунд' }
      ],
      default: '6'
    },
    {
      kind: 'choice',
      name: 'aspectRatio',
      label: 'Соотношение сторон',
      options: [
        { value: '16:9', label: '16:9' },
        { value: '9:16', label: '9:16' },
        { value: '1:1', label: '1:1' }
      ],
      default: '16:9'
    }
  ],
  price: { tokens: 8 },
  // Only Luma makes square videos, in two lengths; the request is rounded up, so that a video is never shorter than
  // asked. Luma's default resolution is not documented, so 720p, Google's default, is sent.
  upstream: [
    {
      when: { aspectRatio: ['1:1'] },
      provider: 'luma',
      model: 'ray-3.2',
      modelName: 'Luma Ray 3.2',
      translate: {
        style: veoStyles,
        duration: { '3': '5s', '6': '10s', '10': '10s' },
        aspectRatio: { '1:1': { aspectRatio: '1:1', quality: '720p' } }
      }
    },
    { ...google, translate: { style: veoStyles, duration: { '3': '3s', '6': '6s', '10': '10s' } } }
  ],
  texts: videoTexts,
  shownResults: 1,
  simulation: { waitMs: 8000 }
}
