// What the pages are called.
import { tools, type ToolPath } from '#contract/catalogue/menu.ts'
import type { Route } from '../../base/routes.ts'

export const siteTitle = 'Мощная AI Платформа'

const titles: Record<Exclude<Route, ToolPath>, string> = {
  '/': '',
  '/auth': 'Вход и регистрация',
  '/learning': 'Обучение',
  '/library': 'Мои работы',
  '/pricing': 'Цены',
  '/subscription': 'Моя подписка',
  '/token-purchase': 'Покупка токенов',
  '/payment-success': 'Результат оплаты',
  '/verify-email': 'Подтверждение email',
  '/reset-password': 'Новый пароль',
  '/confirm-email-change': 'Смена email',
  '/profile': 'Профиль',
  '/dalle': tools['/dall-e-3'].title,
  '/terms': 'Условия использования',
  '/privacy': 'Политика конфиденциальности',
  '/user-agreement': 'Пользовательское соглашение',
  '/cookie-policy': 'Политика использования cookie',
  '/data-processing-policy': 'Политика обработки персональных данных'
}

const isTool = (route: Route): route is ToolPath => route in tools

/** What a page is called: in the window's title, and read aloud after a change of page. */
export const titleOf = (route: Route): string => (isTool(route) ? tools[route].title : titles[route])

/** The window's title. */
export const windowTitle = (title: string): string => (title ? `${title} · ${siteTitle}` : siteTitle)
