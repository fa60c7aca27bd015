import { imageTypes } from './parameters.ts'
import type { StudioEntry } from './entry.ts'
import { tools } from './menu.ts'
import { seedParameter } from './seed.ts'
import { videoTexts } from './video.ts'

/** Runway states no limit; this one keeps a request within the memory of an isolate. */
const uploadBytesMax = 20 * 1024 * 1024
const tooLargeText = 'Файл слишком большой. Максимум 20 МБ'

/** About a megapixel each; for text input Runway has only the first two. */
const ratios = {
  '16:9': { ratio: '1280:720' },
  '9:16': { ratio: '720:1280' },
  '4:3': { ratio: '1104:832' },
  '1:1': { ratio: '960:960' },
  '3:4': { ratio: '832:1104' },
  '21:9': { ratio: '1584:672' }
}
const targets = ['16:9', '4:3', '3:2', '1:1', '2:3', '3:4', '9:16', '21:9']
const seconds = { '2': 2, '4': 4, '8': 8 }

export const runway: StudioEntry = {
  id: 'runwayml',
  kind: 'video',
  call: 'generateVideo',
  path: '/runway',
  aliases: [],
  ...tools['/runway'],
  summary: 'Видео из текста, оживление картинок и переработка роликов',
  parameters: [
    {
      kind: 'choice',
      name: 'mode',
      label: 'Режим',
      options: [
        { value: 'text-to-video', label: 'Видео из текста' },
        { value: 'image-to-video', label: 'Видео из изображения' },
        { value: 'video-to-video', label: 'Видео из видео' }
      ],
      default: 'text-to-video'
    },
    {
      kind: 'choice',
      name: 'model',
      label: 'Модель',
      options: [
        { value: 'gen3-alpha', label: 'Gen-3 Alpha' },
        { value: 'gen2', label: 'Gen-2' }
      ],
      default: 'gen3-alpha'
    },
    {
      kind: 'choice',
      name: 'duration',
      label: 'Длительность',
      // A video made from a video has the length of its source.
      shownWhen: { parameter: 'mode', is: ['text-to-video', 'image-to-video'] },
      options: [
        { value: '2', label: '2 секунды' },
        { value: '4', label: '4 секунды' },
        { value: '8', label: '8 секунд' }
      ],
      default: '4'
    },
    {
      kind: 'text',
      name: 'prompt',
      label: 'Описание видео',
      placeholder: 'Опишите сцену и движение',
      // Runway's own limit.
      lengthMax: 1000,
      requiredText: 'Введите описание видео'
    },
    {
      kind: 'image',
      name: 'image',
      label: 'Изображение',
      shownWhen: { parameter: 'mode', is: ['image-to-video'] },
      mediaTypes: imageTypes,
      sizeBytesMax: uploadBytesMax,
      tooLargeText,
      requiredText: 'Загрузите изображение для анимации'
    },
    {
      kind: 'video',
      name: 'video',
      label: 'Исходное видео',
      shownWhen: { parameter: 'mode', is: ['video-to-video'] },
      mediaTypes: ['video/mp4', 'video/webm', 'video/quicktime'],
      sizeBytesMax: uploadBytesMax,
      tooLargeText,
      requiredText: 'Загрузите видео для обработки'
    },
    {
      kind: 'image',
      name: 'guide',
      label: 'Кадр-образец',
      shownWhen: { parameter: 'mode', is: ['video-to-video'] },
      mediaTypes: imageTypes,
      // Beside a video of the largest size there is memory for this much.
      sizeBytesMax: 3 * 1024 * 1024,
      tooLargeText: 'Файл слишком большой. Максимум 3 МБ',
      advanced: true
    },
    {
      kind: 'choice',
      name: 'aspectRatio',
      label: 'Соотношение сторон',
      shownWhen: { parameter: 'mode', is: ['text-to-video', 'image-to-video'] },
      options: [
        { value: '16:9', label: '16:9' },
        { value: '9:16', label: '9:16' },
        ...['4:3', '1:1', '3:4', '21:9'].map((value) => ({
          value,
          label: value,
          shownWhen: { parameter: 'mode', is: ['image-to-video'] }
        }))
      ],
      default: '16:9'
    },
    {
      kind: 'choice',
      name: 'targetAspectRatio',
      label: 'Соотношение сторон',
      shownWhen: { parameter: 'mode', is: ['video-to-video'] },
      options: [{ value: 'source', label: 'Как у исходного' }, ...targets.map((value) => ({ value, label: value }))],
      default: 'source'
    },
    seedParameter()
  ],
  price: { tokens: 6 },
  // Both models of the form are retired. For text input they have one common successor, for image input one each.
  upstream: [
    {
      when: { mode: ['text-to-video'], model: ['gen3-alpha', 'gen2'] },
      provider: 'runway',
      model: 'gen4.5',
      modelName: 'Runway Gen-4.5',
      translate: { aspectRatio: ratios, duration: seconds }
    },
    {
      when: { mode: ['image-to-video'], model: ['gen3-alpha'] },
      provider: 'runway',
      model: 'gen4.5',
      modelName: 'Runway Gen-4.5',
      translate: { aspectRatio: ratios, duration: seconds }
    },
    {
      when: { mode: ['image-to-video'], model: ['gen2'] },
      provider: 'runway',
      model: 'gen4_turbo',
      modelName: 'Runway Gen-4 Turbo',
      translate: { aspectRatio: ratios, duration: seconds }
    },
    {
      when: { mode: ['video-to-video'], model: ['gen3-alpha', 'gen2'] },
      provider: 'runway',
      model: 'aleph2',
      modelName: 'Runway Aleph 2',
      translate: {
        targetAspectRatio: {
          source: {},
          ...Object.fromEntries(targets.map((value) => [value, { targetAspectRatio: value }]))
        }
      }
    }
  ],
  texts: videoTexts,
  shownResults: 1,
  simulation: { waitMs: 6000 }
}
