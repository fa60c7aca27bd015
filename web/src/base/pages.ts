// Every page of the site, aliases included: its path, title, code and layout. Any other path is the not-found page. What only search
// engines read, its description, is in app/head/descriptions.ts, because every visitor loads this table.
// The table lies below the features, because a sign-in returns only to paths of this table.
import { tools } from '#contract/catalogue/menu.ts'

export const siteTitle = 'Мощная AI Платформа'

/** The window's title. */
export const windowTitle = (title: string): string => (title ? `${title} · ${siteTitle}` : siteTitle)

interface Page {
  /** In the window's title, and read aloud after a change of page. Empty: the site's name alone. */
  title: string
  /** The module below `src` that exports the page as `Page`. */
  module: `${string}page.tsx`
  /** `plain` is a page for one task, without the menu. */
  layout: 'shell' | 'plain'
  /** The build writes the text of the page into its HTML. */
  prerendered?: true
  /** Its HTML is complete for a visitor: the application does not run before the visitor uses something. */
  still?: true
  /** What it shows to users comes from the server: it runs with the query client, although its HTML is there before. */
  asks?: true
  /** Its own bar is the only one, and its `Page.Side` stands in the place of the menu. */
  ownBar?: true
  /** It begins with a bar below that of the site; on a phone on its side both are one line. */
  barBelow?: true
  /** Another address of the same page, to which search engines are sent. */
  aliasOf?: `/${string}`
}

const still = { layout: 'shell', prerendered: true, still: true } as const
const studio = { module: 'studio/page.tsx', ...still, asks: true, barBelow: true } as const
const chat = { module: 'chat/page.tsx', ...still, asks: true, ownBar: true } as const
const legal = { module: 'site/legal/page.tsx', layout: 'shell', prerendered: true } as const

/** Where a provider sends people back to. */
const comingBack = { title: 'Вход', module: 'people/sign-in/return-page.tsx', layout: 'plain' } as const

const table = {
  '/': { title: '', module: 'app/home-page.tsx', ...still },
  '/auth': { title: 'Вход и регистрация', module: 'people/sign-in/page.tsx', layout: 'plain' },
  '/auth/return/yandex': comingBack,
  '/auth/return/vk': comingBack,
  '/learning': { title: 'Обучение', module: 'site/learning/page.tsx', ...still },
  '/library': { title: 'Мои работы', module: 'jobs/gallery/page.tsx', layout: 'shell' },
  '/pricing': { title: 'Цены', module: 'site/pricing/page.tsx', ...still },
  '/subscription': { title: 'Моя подписка', module: 'money/subscription/page.tsx', layout: 'shell' },
  '/token-purchase': { title: 'Покупка токенов', module: 'money/shop/page.tsx', layout: 'shell' },
  '/payment-success': { title: 'Результат оплаты', module: 'money/result/page.tsx', layout: 'shell' },
  '/verify-email': { title: 'Подтверждение email', module: 'people/sign-in/verify-email-page.tsx', layout: 'plain' },
  '/reset-password': { title: 'Новый пароль', module: 'people/sign-in/reset-password-page.tsx', layout: 'plain' },
  '/confirm-email-change': {
    title: 'Смена email',
    module: 'people/profile/confirm-email-change-page.tsx',
    layout: 'plain'
  },
  '/profile': { title: 'Профиль', module: 'people/profile/page.tsx', layout: 'shell' },
  '/api': { title: 'API для программ', module: 'site/api/page.tsx', ...still },
  '/api-keys': { title: 'API', module: 'people/api-keys/page.tsx', layout: 'shell' },
  '/gpt5': { title: tools['/gpt5'].title, ...chat },
  '/chatgpt': { title: tools['/chatgpt'].title, ...chat },
  '/claude': { title: tools['/claude'].title, ...chat },
  '/xai': { title: tools['/xai'].title, ...chat },
  '/compare': { title: 'Сравнение моделей', module: 'chat/compare/compare-page.tsx', layout: 'shell', barBelow: true },
  '/offline': { title: 'Сохранённые чаты', module: 'chat/offline/page.tsx', layout: 'shell' },
  '/received': { title: 'Из другого приложения', module: 'app/received-page.tsx', layout: 'shell' },
  '/shared': { title: 'По ссылке', module: 'app/shared-page.tsx', layout: 'shell' },
  '/gpt-image-edit': { title: tools['/gpt-image-edit'].title, ...studio },
  '/midjourney': { title: tools['/midjourney'].title, ...studio },
  '/dalle': { title: tools['/dall-e-3'].title, aliasOf: '/dall-e-3', ...studio },
  '/dall-e-3': { title: tools['/dall-e-3'].title, ...studio },
  '/flux': { title: tools['/flux'].title, ...studio },
  '/stable-diffusion': { title: tools['/stable-diffusion'].title, ...studio },
  '/stability': { title: tools['/stability'].title, ...studio },
  '/elevenlabs': { title: tools['/elevenlabs'].title, ...studio },
  '/luma': { title: tools['/luma'].title, ...studio },
  '/veo3': { title: tools['/veo3'].title, ...studio },
  '/runway': { title: tools['/runway'].title, ...studio },
  '/terms': { title: 'Условия использования', ...legal },
  '/privacy': { title: 'Политика конфиденциальности', ...legal },
  '/user-agreement': { title: 'Пользовательское соглашение', ...legal },
  '/cookie-policy': { title: 'Политика использования cookie', ...legal },
  '/data-processing-policy': { title: 'Политика обработки персональных данных', ...legal }
} as const satisfies Record<`/${string}`, Page>

export type Route = keyof typeof table

export const pages: Readonly<Record<Route, Page>> = table

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table above, which has no others
export const routes = Object.keys(table) as readonly Route[]

/** The page of every unknown path. */
export const notFound: Page = {
  title: 'Страница не найдена',
  module: 'base/page/not-found-page.tsx',
  layout: 'shell',
  prerendered: true
}

export const routeAt = (pathname: string): Route | undefined => routes.find((route) => route === pathname)

/** Whether a page is of the same use without a session: one for a single task, or what somebody has shared. */
export const worksForAll = (pathname: string): boolean => pageAt(pathname).layout === 'plain' || pathname === '/shared'

/** The page at a path. */
export function pageAt(pathname: string): Page {
  const route = routeAt(pathname)
  return route ? pages[route] : notFound
}
