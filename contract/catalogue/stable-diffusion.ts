import { batchChoice } from './batch.ts'
import type { StudioEntry } from './entry.ts'
import { tools } from './menu.ts'
import { imageTypes } from './parameters.ts'
import { seedParameter } from './seed.ts'
import { imagePrompt, imageTexts } from './image.ts'

/** The presets of Stability with their names in the form. */
const styles = {
  photographic: 'Фотография',
  cinematic: 'Кино',
  'analog-film': 'Плёнка',
  'digital-art': 'Рисунок',
  anime: 'Аниме',
  'comic-book': 'Комикс',
  'fantasy-art': 'Фэнтези',
  'line-art': 'Линии',
  isometric: 'Изометрия',
  'low-poly': 'Low poly',
  '3d-model': '3D-модель',
  'modeling-compound': 'Пластилин',
  origami: 'Оригами',
  'pixel-art': 'Пиксели',
  'neon-punk': 'Неон-панк',
  'tile-texture': 'Бесшовный узор',
  enhance: 'Улучшение'
} as const

// Stability has no steps setting, so more steps select the larger model. Its guidance scale ends at 10, ours at 20. The
// fine-tuned models are style presets of the current one. Stability refuses prompts that are not in English.
const translation = {
  language: 'en',
  translate: {
    model: {
      'sdxl-base': {},
      'sdxl-refiner': { style_preset: 'enhance' },
      'realistic-vision': { style_preset: 'photographic' },
      artistic: { style_preset: 'digital-art' }
    },
    // A chosen style comes later in the list of parameters, so it replaces the style of the model.
    style: {
      none: {},
      ...Object.fromEntries(Object.keys(styles).map((preset) => [preset, { style_preset: preset }]))
    }
  },
  scale: { cfgScale: { factor: 0.5, min: 1 } }
} as const

export const stableDiffusion: StudioEntry = {
  id: 'stable-diffusion',
  kind: 'image',
  call: 'generateImage',
  path: '/stable-diffusion',
  aliases: [],
  ...tools['/stable-diffusion'],
  summary: 'Тонкая настройка: шаги, точность следования описанию, исключения',
  parameters: [
    {
      kind: 'choice',
      name: 'model',
      label: 'Модель',
      options: [
        { value: 'sdxl-base', label: 'SDXL Base' },
        { value: 'sdxl-refiner', label: 'SDXL Refiner' },
        { value: 'realistic-vision', label: 'Realistic Vision' },
        { value: 'artistic', label: 'Artistic' }
      ],
      default: 'sdxl-base'
    },
    imagePrompt,
    {
      kind: 'text',
      name: 'negativePrompt',
      advanced: true,
      label: 'Чего не должно быть',
      placeholder: 'Например: размытость, текст, лишние пальцы',
      lengthMax: 2000
    },
    { kind: 'number', name: 'steps', label: 'Шаги', min: 10, max: 50, step: 1, default: 30, advanced: true },
    { kind: 'number', name: 'cfgScale', label: 'CFG', min: 1, max: 20, step: 0.5, default: 7, advanced: true },
    {
      kind: 'image',
      name: 'image',
      label: 'Исходное изображение',
      mediaTypes: imageTypes,
      sizeBytesMax: 10 * 1024 * 1024,
      tooLargeText: 'Файл слишком большой. Максимум 10 МБ',
      advanced: true
    },
    {
      kind: 'number',
      name: 'strength',
      label: 'Сила изменений',
      shownWith: 'image',
      min: 0.1,
      max: 1,
      step: 0.05,
      default: 0.65,
      advanced: true
    },
    {
      kind: 'choice',
      name: 'aspectRatio',
      label: 'Соотношение сторон',
      replacedBy: 'image',
      options: ['1:1', '16:9', '9:16', '3:2', '2:3', '5:4', '4:5', '21:9', '9:21'].map((value) => ({
        value,
        label: value
      })),
      default: '1:1'
    },
    {
      kind: 'choice',
      name: 'style',
      label: 'Стиль',
      options: [
        { value: 'none', label: 'Без стиля' },
        ...Object.entries(styles).map(([value, label]) => ({ value, label }))
      ],
      default: 'none',
      advanced: true
    },
    batchChoice,
    seedParameter()
  ],
  price: { tokens: 2 },
  upstream: [
    {
      when: { steps: { max: 30 } },
      provider: 'stability',
      model: 'sd3.5-medium',
      modelName: 'Stable Diffusion 3.5 Medium',
      ...translation
    },
    { provider: 'stability', model: 'sd3.5-large', modelName: 'Stable Diffusion 3.5 Large', ...translation }
  ],
  texts: imageTexts,
  shownResults: 2,
  simulation: { waitMs: 4000 }
}
