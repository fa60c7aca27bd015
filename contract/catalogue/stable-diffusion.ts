import type { StudioEntry } from './entry.ts'
import { tools } from './menu.ts'

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
    {
      kind: 'text',
      name: 'prompt',
      label: 'Описание изображения',
      placeholder: 'Опишите, что должно быть на картинке',
      lengthMax: 4000,
      requiredText: 'Введите описание изображения'
    },
    {
      kind: 'text',
      name: 'negativePrompt',
      label: 'Чего не должно быть',
      placeholder: 'Например: размытость, текст, лишние пальцы',
      lengthMax: 2000
    },
    { kind: 'number', name: 'steps', label: 'Шаги', min: 10, max: 50, step: 1, default: 30 },
    { kind: 'number', name: 'cfgScale', label: 'CFG', min: 1, max: 20, step: 0.5, default: 7 }
  ],
  price: { tokens: 2 },
  upstream: [
    { when: { steps: { max: 30 } }, provider: 'stability', model: 'sd3.5-medium', ...translation },
    { provider: 'stability', model: 'sd3.5-large', ...translation }
  ],
  texts: {
    submit: 'Создать изображение',
    busy: 'Создаю изображение...',
    empty: 'Здесь появятся ваши картинки',
    done: 'Изображение сгенерировано! Использовано {tokens}',
    failed: 'Ошибка при генерации изображения'
  },
  shownResults: 2,
  simulation: { waitMs: 4000 }
}
