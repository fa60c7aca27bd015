// Image generation. `upstream` names the models that run.
import { batchChoice } from './batch.ts'
import type { TextParameter } from './parameters.ts'
import type { StudioEntry, StudioTexts } from './entry.ts'
import { tools } from './menu.ts'
import { references } from './references.ts'
import { seedParameter } from './seed.ts'

export const imagePrompt: TextParameter = {
  kind: 'text',
  name: 'prompt',
  label: 'Описание изображения',
  placeholder: 'Опишите, что должно быть на картинке',
  lengthMax: 4000,
  requiredText: 'Введите описание изображения'
}

export const imageTexts: StudioTexts = {
  submit: 'Создать изображение',
  busy: 'Создаю изображение...',
  empty: 'Здесь появятся ваши картинки',
  done: 'Изображение сгенерировано! Использовано {tokens}',
  failed: 'Ошибка при генерации изображения'
}

const choices = (...values: string[]) => values.map((value) => ({ value, label: value }))

export const midjourney: StudioEntry = {
  id: 'midjourney',
  kind: 'image',
  call: 'generateImage',
  path: '/midjourney',
  aliases: [],
  ...tools['/midjourney'],
  summary: 'Художественные изображения с узнаваемым стилем',
  parameters: [
    imagePrompt,
    {
      kind: 'choice',
      name: 'aspectRatio',
      label: 'Соотношение сторон',
      options: choices('1:1', '16:9', '9:16', '4:3'),
      default: '1:1'
    },
    {
      kind: 'choice',
      name: 'quality',
      label: 'Качество',
      options: [
        { value: 'standard', label: 'Стандартное' },
        { value: 'high', label: 'Высокое' }
      ],
      default: 'standard'
    }
  ],
  price: { tokens: { by: 'quality', values: { standard: 2, high: 4 } } },
  upstream: [
    {
      provider: 'midjourney',
      model: 'imagine',
      translate: {
        aspectRatio: { '1:1': '--ar 1:1', '16:9': '--ar 16:9', '9:16': '--ar 9:16', '4:3': '--ar 4:3' },
        quality: { standard: '--q 1', high: '--q 2' }
      }
    }
  ],
  modelTitle: `${tools['/midjourney'].title} ${tools['/midjourney'].badge}`,
  texts: imageTexts,
  shownResults: 2,
  simulation: { waitMs: 0 }
}

export const dalle: StudioEntry = {
  id: 'dalle',
  kind: 'image',
  call: 'generateDalle',
  path: '/dall-e-3',
  aliases: ['/dalle'],
  ...tools['/dall-e-3'],
  summary: 'Точно следует описанию, хорошо рисует сцены и надписи',
  parameters: [
    imagePrompt,
    {
      kind: 'choice',
      name: 'size',
      label: 'Размер',
      options: [
        { value: '1024x1024', label: '1024×1024, квадрат' },
        { value: '1792x1024', label: '1792×1024, альбомный' },
        { value: '1024x1792', label: '1024×1792, портретный' }
      ],
      default: '1024x1024'
    },
    {
      kind: 'choice',
      name: 'quality',
      label: 'Качество',
      options: [{ value: 'standard', label: 'Стандартное' }],
      default: 'standard',
      hidden: true
    },
    {
      kind: 'choice',
      name: 'style',
      label: 'Стиль',
      options: [
        { value: 'natural', label: 'Естественный' },
        { value: 'vivid', label: 'Яркий' }
      ],
      default: 'natural',
      hidden: true
    },
    batchChoice,
    ...references,
    {
      kind: 'choice',
      name: 'background',
      label: 'Фон',
      options: [
        { value: 'auto', label: 'Любой' },
        { value: 'opaque', label: 'Сплошной' },
        { value: 'transparent', label: 'Прозрачный' }
      ],
      default: 'auto',
      advanced: true
    }
  ],
  price: { tokens: 5 },
  // DALL-E is retired. Its successor has different sizes and quality names, and no styles.
  upstream: [
    {
      provider: 'openai',
      model: 'gpt-image-2.5-flare',
      modelName: 'GPT Image 2.5 Flare',
      translate: {
        size: { '1024x1024': '1024x1024', '1792x1024': '1536x1024', '1024x1792': '1024x1536' },
        quality: { standard: 'medium' },
        background: { auto: {}, opaque: 'opaque', transparent: 'transparent' },
        style: {
          natural: { promptSuffix: 'Natural look, restrained colours.' },
          vivid: { promptSuffix: 'Vivid, dramatic look, saturated colours.' }
        }
      }
    }
  ],
  texts: imageTexts,
  shownResults: 2,
  simulation: null
}

/** Sizes of about a megapixel, with sides that are multiples of 16 as FLUX.2 requires. */
const fluxSizes = {
  '1:1': { width: 1024, height: 1024 },
  '16:9': { width: 1280, height: 720 },
  '9:16': { width: 720, height: 1280 },
  '3:2': { width: 1248, height: 832 },
  '2:3': { width: 832, height: 1248 }
}

const fluxRoute = (ours: string, model: string, modelName: string) => ({
  when: { model: [ours] },
  provider: 'bfl' as const,
  model,
  modelName,
  translate: { aspectRatio: fluxSizes }
})

export const flux: StudioEntry = {
  id: 'flux',
  kind: 'image',
  call: 'generateImage',
  path: '/flux',
  aliases: [],
  ...tools['/flux'],
  summary: 'Реалистичные изображения: от мгновенных набросков до студийного качества',
  parameters: [
    imagePrompt,
    {
      kind: 'choice',
      name: 'model',
      label: 'Модель',
      options: choices('flux-pro', 'flux-dev', 'flux-schnell'),
      // The cheapest one, so that the page works before the first purchase.
      default: 'flux-schnell'
    },
    {
      kind: 'choice',
      name: 'aspectRatio',
      label: 'Соотношение сторон',
      options: choices('1:1', '16:9', '9:16', '3:2', '2:3'),
      default: '1:1'
    },
    batchChoice,
    ...references,
    seedParameter()
  ],
  price: { tokens: { by: 'model', values: { 'flux-pro': 3, 'flux-dev': 2, 'flux-schnell': 1 } } },
  upstream: [
    fluxRoute('flux-pro', 'flux-2-pro', 'FLUX.2 Pro'),
    fluxRoute('flux-dev', 'flux-2-klein-9b', 'FLUX.2 Klein 9B'),
    fluxRoute('flux-schnell', 'flux-2-klein-4b', 'FLUX.2 Klein 4B')
  ],
  texts: imageTexts,
  shownResults: 2,
  simulation: { waitMs: 0 }
}
