// Tools that work on an uploaded image.
import { batchChoice } from './batch.ts'
import { imageTypes, type Parameter } from './parameters.ts'
import type { StudioEntry } from './entry.ts'
import { tools } from './menu.ts'
import { seedParameter } from './seed.ts'

const megabyte = 1024 * 1024
const tooLargeText = 'Файл слишком большой. Максимум 10 МБ'

const stabilityParameters: readonly Parameter[] = [
  {
    kind: 'choice',
    name: 'tool',
    label: 'Инструмент',
    options: [
      { value: 'upscale', label: 'Увеличить' },
      { value: 'enhance', label: 'Улучшить' },
      { value: 'remove-bg', label: 'Удалить фон' },
      { value: 'inpaint', label: 'Заменить область' },
      { value: 'outpaint', label: 'Расширить' },
      { value: 'style-transfer', label: 'Перенести стиль' }
    ],
    default: 'upscale'
  },
  {
    kind: 'image',
    name: 'image',
    label: 'Изображение',
    mediaTypes: imageTypes,
    sizeBytesMax: 10 * megabyte,
    tooLargeText,
    requiredText: 'Сначала загрузите изображение'
  },
  {
    kind: 'mask',
    name: 'mask',
    label: 'Область замены',
    shownWhen: { parameter: 'tool', is: ['inpaint'] },
    mediaTypes: ['image/png'],
    sizeBytesMax: 10 * megabyte,
    tooLargeText,
    requiredText: 'Выделите область, которую нужно заменить'
  },
  {
    kind: 'text',
    name: 'prompt',
    label: 'Что нарисовать в этой области',
    shownWhen: { parameter: 'tool', is: ['inpaint'] },
    placeholder: 'Например: ваза с пионами',
    lengthMax: 4000,
    requiredText: 'Опишите, что должно появиться в области'
  },
  {
    kind: 'text',
    name: 'negativePrompt',
    label: 'Чего не должно быть',
    shownWhen: { parameter: 'tool', is: ['inpaint'] },
    placeholder: 'Например: текст, люди, тени',
    lengthMax: 2000,
    advanced: true
  },
  {
    kind: 'choice',
    name: 'expand',
    label: 'Куда расширить',
    shownWhen: { parameter: 'tool', is: ['outpaint'] },
    options: [
      { value: 'all', label: 'Во все стороны' },
      { value: 'sides', label: 'Влево и вправо' },
      { value: 'vertical', label: 'Вверх и вниз' }
    ],
    default: 'all'
  },
  {
    kind: 'image',
    name: 'styleImage',
    label: 'Образец стиля',
    shownWhen: { parameter: 'tool', is: ['style-transfer'] },
    mediaTypes: imageTypes,
    sizeBytesMax: 10 * megabyte,
    tooLargeText,
    requiredText: 'Загрузите образец стиля'
  },
  {
    kind: 'number',
    name: 'styleStrength',
    label: 'Сила стиля',
    shownWhen: { parameter: 'tool', is: ['style-transfer'] },
    min: 0,
    max: 1,
    step: 0.05,
    default: 1,
    advanced: true
  },
  seedParameter({ parameter: 'tool', is: ['enhance', 'inpaint', 'outpaint', 'style-transfer'] })
]

export const stability: StudioEntry = {
  id: 'stability',
  kind: 'image-tool',
  call: 'generateImage',
  path: '/stability',
  aliases: [],
  ...tools['/stability'],
  summary: 'Увеличение, очистка фона, замена деталей и перенос стиля',
  parameters: stabilityParameters,
  price: { tokens: 2 },
  upstream: [
    { when: { tool: ['upscale'] }, provider: 'stability', model: 'upscale/fast' },
    {
      when: { tool: ['enhance'] },
      provider: 'stability',
      model: 'control/structure',
      translate: {
        tool: {
          enhance: {
            prompt: 'The same picture, sharp, clean, well lit, high detail',
            control_strength: 0.9,
            style_preset: 'enhance'
          }
        }
      }
    },
    { when: { tool: ['remove-bg'] }, provider: 'stability', model: 'edit/remove-background' },
    { when: { tool: ['inpaint'] }, provider: 'stability', model: 'edit/inpaint', language: 'en' },
    {
      when: { tool: ['outpaint'] },
      provider: 'stability',
      model: 'edit/outpaint',
      translate: {
        expand: {
          all: { left: 256, right: 256, up: 256, down: 256 },
          sides: { left: 512, right: 512 },
          vertical: { up: 512, down: 512 }
        }
      }
    },
    { when: { tool: ['style-transfer'] }, provider: 'stability', model: 'control/style-transfer' }
  ],
  texts: {
    submit: 'Обработать',
    busy: 'Обрабатываю изображение...',
    empty: 'Здесь появится обработанная картинка',
    done: 'Изображение обработано! Использовано {tokens}',
    failed: 'Ошибка при обработке изображения'
  },
  shownResults: 1,
  simulation: { waitMs: 3000 }
}

const bothRequired = 'Загрузите изображение и введите описание изменений'

export const gptImageEdit: StudioEntry = {
  id: 'gpt-image-edit',
  kind: 'image-tool',
  call: 'editImage',
  path: '/gpt-image-edit',
  aliases: [],
  ...tools['/gpt-image-edit'],
  summary: 'Правит вашу фотографию по описанию словами',
  parameters: [
    {
      kind: 'image',
      name: 'image',
      label: 'Изображение',
      mediaTypes: imageTypes,
      sizeBytesMax: 4 * megabyte,
      tooLargeText: 'Размер файла не должен превышать 4MB',
      requiredText: bothRequired,
      missingText: 'Загрузите изображение'
    },
    {
      kind: 'text',
      name: 'prompt',
      label: 'Что изменить',
      placeholder: 'Например: замени фон на осенний парк',
      lengthMax: 4000,
      requiredText: bothRequired,
      missingText: 'Введите описание изменений'
    },
    {
      kind: 'mask',
      name: 'mask',
      label: 'Где менять (необязательно)',
      shownWith: 'image',
      mediaTypes: ['image/png'],
      sizeBytesMax: 4 * megabyte,
      tooLargeText: 'Выделение слишком сложное. Выделите область проще',
      isCut: true
    },
    {
      kind: 'choice',
      name: 'size',
      label: 'Размер',
      options: [
        { value: 'auto', label: 'Как у изображения' },
        { value: '1024x1024', label: '1024×1024' }
      ],
      default: 'auto',
      hidden: true
    },
    batchChoice
  ],
  price: { tokens: 7 },
  upstream: [
    { provider: 'openai', model: 'gpt-image-2.5-sunburst', modelTitle: 'GPT Image 2.5 Sunburst', ownSize: true }
  ],
  texts: {
    submit: 'Изменить изображение',
    busy: 'Изменяю изображение...',
    empty: 'Здесь появится обработанная картинка',
    done: 'Изображение успешно отредактировано! Использовано {tokens}',
    failed: 'Ошибка при редактировании изображения'
  },
  shownResults: 1,
  simulation: null
}
