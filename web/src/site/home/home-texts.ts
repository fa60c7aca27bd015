// The cards of the home page.
import { tools, type ToolPath } from '#contract/catalogue/menu.ts'

export interface HomeCard {
  path: `/${string}`
  title: string
  description: string
}

export interface ModelCard extends HomeCard {
  /** Of the cheapest answer; copied, because the catalogue is too large for the first page: a test compares it. */
  priceTokens: number
}

/** The cards of «Выберите AI Модель»; the hero shows their number. */
export const homeModels: readonly ModelCard[] = [
  {
    path: '/gpt5',
    title: tools['/gpt5'].title,
    description: 'Рассуждает по шагам, программирует и пишет длинные тексты',
    priceTokens: 5
  },
  {
    path: '/chatgpt',
    title: tools['/chatgpt'].title,
    description: 'Помощник на каждый день: письма, учёба, идеи, код',
    priceTokens: 3
  },
  {
    path: '/claude',
    title: tools['/claude'].title,
    description: 'Внимателен к деталям: документы, редактура, анализ',
    priceTokens: 1
  },
  {
    path: '/xai',
    title: tools['/xai'].title,
    description: 'Grok отвечает прямо, спорит по делу и умеет шутить',
    priceTokens: 1
  }
]

export const homeTools: readonly HomeCard[] = [
  { path: '/chatgpt', title: 'Текстовый AI', description: 'Ответы, тексты и код в одном диалоге' },
  { path: '/dalle', title: 'Генерация изображений', description: 'Картинка по описанию за полминуты' },
  { path: '/elevenlabs', title: 'Генерация голоса', description: 'Живая озвучка текста на русском' },
  { path: '/luma', title: 'Генерация видео', description: 'Короткий ролик по одной фразе' }
]

export interface HomePicture {
  path: ToolPath
  /** In `web/public/gallery`, once it was made. */
  file: string
  prompt: string
  /** Of the tool's form. */
  settings: Readonly<Record<string, string>>
  /** Their names in the form; copied like the prices: a test compares them. */
  settingLabels: string
}

/** Of the pictures, in pixels. */
export const homePictureSize = { width: 480, height: 360 }

/** What is shown to be made, as a picture or in words; each opens its tool with the prompt and the settings. */
export const homePictures: readonly HomePicture[] = [
  {
    path: '/dall-e-3',
    file: 'home-lantern.webp',
    prompt: 'Фонарщик на крыше старого города, первая звезда, акварель',
    settings: { size: '1792x1024' },
    settingLabels: '1792×1024, альбомный'
  },
  {
    path: '/flux',
    file: 'home-lake.webp',
    prompt: 'Горное озеро на рассвете, туман, фотография',
    settings: { model: 'flux-schnell', aspectRatio: '3:2' },
    settingLabels: 'flux-schnell · 3:2'
  },
  {
    path: '/midjourney',
    file: 'home-fox.webp',
    prompt: 'Лиса в осеннем лесу, иллюстрация для детской книги',
    settings: { aspectRatio: '4:3', quality: 'standard' },
    settingLabels: '4:3 · Стандартное'
  },
  {
    path: '/luma',
    file: 'home-sea.webp',
    prompt: 'Волны накатывают на берег, камера плывёт над водой',
    settings: { duration: '5', quality: 'standard' },
    settingLabels: '5 секунд · Стандартное 720p'
  }
]
