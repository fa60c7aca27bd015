// Every page of the site, aliases included: its path, title, description, code and layout. Any other path is the not-found page.
// The table lies below the features, because a sign-in returns only to paths of this table.
import { tools } from '#contract/catalogue/menu.ts'

export const siteTitle = 'Мощная AI Платформа'

/** The window's title. */
export const windowTitle = (title: string): string => (title ? `${title} · ${siteTitle}` : siteTitle)

interface Page {
  /** In the window's title, and read aloud after a change of page. Empty: the site's name alone. */
  title: string
  /** For search engines and link previews. Null: a private page, which no search engine should show. */
  description: string | null
  /** The module below `src` that exports the page as `Page`. */
  module: `${string}page.tsx`
  /** `plain` is a page for one task, without the menu. */
  layout: 'shell' | 'plain'
  /** The build writes the text of the page into its HTML. */
  prerendered?: true
  /** Another address of the same page, to which search engines are sent. */
  aliasOf?: `/${string}`
}

const chat = { module: 'chat/page.tsx', layout: 'shell' } as const
const studio = { module: 'studio/page.tsx', layout: 'shell' } as const
const legal = { module: 'site/legal/page.tsx', layout: 'shell', prerendered: true } as const

const table = {
  '/': {
    title: '',
    description:
      'Текст, изображения, голос и видео: лучшие нейросети в одном месте. Оплата токенами, 10 токенов в подарок.',
    module: 'site/home/page.tsx',
    layout: 'shell',
    prerendered: true
  },
  '/auth': { title: 'Вход и регистрация', description: null, module: 'people/sign-in/page.tsx', layout: 'plain' },
  '/learning': {
    title: 'Обучение',
    description:
      'Четыре урока: как писать запросы нейросетям, чтобы получать нужный текст, картинку, озвучку и видео с первого раза.',
    module: 'site/learning/page.tsx',
    layout: 'shell',
    prerendered: true
  },
  '/library': { title: 'Мои работы', description: null, module: 'jobs/gallery/page.tsx', layout: 'shell' },
  '/pricing': {
    title: 'Цены',
    description:
      'Цена каждой модели в токенах, пакеты с бонусами, тариф Premium и правила списания: платите только за результат.',
    module: 'site/pricing/page.tsx',
    layout: 'shell',
    prerendered: true
  },
  '/subscription': { title: 'Моя подписка', description: null, module: 'money/subscription/page.tsx', layout: 'shell' },
  '/token-purchase': { title: 'Покупка токенов', description: null, module: 'money/shop/page.tsx', layout: 'shell' },
  '/payment-success': {
    title: 'Результат оплаты',
    description: null,
    module: 'money/result/page.tsx',
    layout: 'shell'
  },
  '/verify-email': {
    title: 'Подтверждение email',
    description: null,
    module: 'people/sign-in/verify-email-page.tsx',
    layout: 'plain'
  },
  '/reset-password': {
    title: 'Новый пароль',
    description: null,
    module: 'people/sign-in/reset-password-page.tsx',
    layout: 'plain'
  },
  '/confirm-email-change': {
    title: 'Смена email',
    description: null,
    module: 'people/profile/confirm-email-change-page.tsx',
    layout: 'plain'
  },
  '/profile': { title: 'Профиль', description: null, module: 'people/profile/page.tsx', layout: 'shell' },
  '/gpt5': {
    title: tools['/gpt5'].title,
    description: 'GPT-5, GPT-4.1 и o3 на русском: рассуждения, код и длинные тексты. Голосовой ввод и история чатов.',
    ...chat
  },
  '/chatgpt': {
    title: tools['/chatgpt'].title,
    description: 'ChatGPT на русском без настройки: письма, учёба, идеи и код. Цена ответа известна заранее.',
    ...chat
  },
  '/claude': {
    title: tools['/claude'].title,
    description: 'Claude на русском: внимательная работа с документами, редактура и анализ. Ответ от 1 токена.',
    ...chat
  },
  '/xai': {
    title: tools['/xai'].title,
    description: 'Grok от xAI на русском: прямые ответы, анализ и идеи с характером. Ответ от 1 токена.',
    ...chat
  },
  '/gpt-image-edit': {
    title: tools['/gpt-image-edit'].title,
    description:
      'Правка фотографии словами: замените фон, предмет или стиль. Опишите, что изменить, и скачайте результат.',
    ...studio
  },
  '/midjourney': {
    title: tools['/midjourney'].title,
    description: 'Midjourney на русском: художественные изображения по описанию в четырёх форматах.',
    ...studio
  },
  '/dalle': {
    title: tools['/dall-e-3'].title,
    aliasOf: '/dall-e-3',
    description: 'DALL-E 3 на русском: изображение точно по описанию, с надписями и сложными сценами.',
    ...studio
  },
  '/dall-e-3': {
    title: tools['/dall-e-3'].title,
    description: 'DALL-E 3 на русском: изображение точно по описанию, с надписями и сложными сценами.',
    ...studio
  },
  '/flux': {
    title: tools['/flux'].title,
    description: 'Flux на русском: от мгновенных набросков до реалистичных изображений студийного качества.',
    ...studio
  },
  '/stable-diffusion': {
    title: tools['/stable-diffusion'].title,
    description: 'Stable Diffusion на русском: шаги, точность следования описанию и исключения под вашим контролем.',
    ...studio
  },
  '/stability': {
    title: tools['/stability'].title,
    description: 'Увеличение, удаление фона, замена деталей, расширение кадра и перенос стиля для вашего изображения.',
    ...studio
  },
  '/elevenlabs': {
    title: tools['/elevenlabs'].title,
    description: 'Озвучка текста живыми голосами ElevenLabs: пять голосов, скорость на выбор, готовый звуковой файл.',
    ...studio
  },
  '/luma': {
    title: tools['/luma'].title,
    description: 'Видео по описанию в Luma: ролики 5, 10 и 15 секунд, до 4K.',
    ...studio
  },
  '/veo3': {
    title: tools['/veo3'].title,
    description: 'Veo 3 на русском: видео по описанию в четырёх стилях и трёх форматах.',
    ...studio
  },
  '/runway': {
    title: tools['/runway'].title,
    description: 'Runway на русском: видео из текста, оживление картинок и переработка роликов.',
    ...studio
  },
  '/terms': {
    title: 'Условия использования',
    description: 'Правила пользования платформой: что можно, чего нельзя, кому принадлежат результаты.',
    ...legal
  },
  '/privacy': {
    title: 'Политика конфиденциальности',
    description: 'Какие данные хранит платформа, кто их получает, сколько они хранятся и как их удалить.',
    ...legal
  },
  '/user-agreement': {
    title: 'Пользовательское соглашение',
    description: 'Публичная оферта: токены, списания, оплата, возвраты и подписка Premium.',
    ...legal
  },
  '/cookie-policy': {
    title: 'Политика использования cookie',
    description: 'Что сайт хранит в вашем браузере и зачем: полный список без слежки и рекламы.',
    ...legal
  },
  '/data-processing-policy': {
    title: 'Политика обработки персональных данных',
    description: 'Политика и согласие на обработку персональных данных по закону № 152-ФЗ.',
    ...legal
  }
} as const satisfies Record<`/${string}`, Page>

export type Route = keyof typeof table

export const pages: Readonly<Record<Route, Page>> = table

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table above, which has no others
export const routes = Object.keys(table) as readonly Route[]

/** The page of every unknown path. */
export const notFound: Page = {
  title: 'Страница не найдена',
  description: null,
  module: 'base/page/not-found-page.tsx',
  layout: 'shell',
  prerendered: true
}

export const routeAt = (pathname: string): Route | undefined => routes.find((route) => route === pathname)

/** The page at a path. */
export function pageAt(pathname: string): Page {
  const route = routeAt(pathname)
  return route ? pages[route] : notFound
}
