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
  /** In `web/public/gallery`, with its size in pixels. */
  file: string
  width: number
  height: number
  prompt: string
}

const picture = (path: ToolPath, name: string, prompt: string): HomePicture => ({
  path,
  file: `home-${name}.webp`,
  width: 480,
  height: 360,
  prompt
})

/** The pictures of the home page; each opens its tool with the prompt. */
export const homePictures: readonly HomePicture[] = [
  picture('/dall-e-3', 'lantern', 'Фонарщик на крыше старого города, первая звезда, акварель'),
  picture('/flux', 'lake', 'Горное озеро на рассвете, туман, фотография'),
  picture('/midjourney', 'fox', 'Лиса в осеннем лесу, иллюстрация для детской книги'),
  picture('/luma', 'sea', 'Волны накатывают на берег, камера плывёт над водой')
]
