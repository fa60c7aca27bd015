// Every route of the catalogue with its page.
import { lazy, type ComponentType } from 'react'
import { routes, type Route } from '../base/routes.ts'
import { lazyPage, type LazyPage } from './lazy-page.tsx'

interface Page {
  component: ComponentType | LazyPage
  /** `plain` is a page for one task, without the menu. */
  layout: 'shell' | 'plain'
}

const shell = (component: Page['component']): Page => ({ component, layout: 'shell' })
const plain = (component: Page['component']): Page => ({ component, layout: 'plain' })

const chat = shell(lazy(async () => ({ default: (await import('../chat/page.tsx')).ChatPage })))

const studio = shell(lazy(async () => ({ default: (await import('../studio/page.tsx')).StudioPage })))

const legal = shell(lazyPage(async () => (await import('../site/legal/page.tsx')).LegalPage))

const pages: Record<Route, Page> = {
  '/': shell(lazyPage(async () => (await import('../site/home/page.tsx')).HomePage)),
  '/chatgpt': chat,
  '/claude': chat,
  '/xai': chat,
  '/gpt5': chat,
  '/dall-e-3': studio,
  '/dalle': studio,
  '/midjourney': studio,
  '/flux': studio,
  '/stable-diffusion': studio,
  '/gpt-image-edit': studio,
  '/stability': studio,
  '/elevenlabs': studio,
  '/luma': studio,
  '/veo3': studio,
  '/runway': studio,
  '/auth': plain(lazy(async () => ({ default: (await import('../people/sign-in/page.tsx')).AuthPage }))),
  '/verify-email': plain(
    lazy(async () => ({ default: (await import('../people/sign-in/verify-email-page.tsx')).VerifyEmailPage }))
  ),
  '/confirm-email-change': plain(
    lazy(async () => ({
      default: (await import('../people/profile/confirm-email-change-page.tsx')).ConfirmEmailChangePage
    }))
  ),
  '/profile': shell(lazy(async () => ({ default: (await import('../people/profile/page.tsx')).ProfilePage }))),
  '/reset-password': plain(
    lazy(async () => ({ default: (await import('../people/sign-in/reset-password-page.tsx')).ResetPasswordPage }))
  ),
  '/learning': shell(lazyPage(async () => (await import('../site/learning/page.tsx')).LearningPage)),
  '/pricing': shell(lazyPage(async () => (await import('../site/pricing/page.tsx')).PricingPage)),
  '/terms': legal,
  '/privacy': legal,
  '/user-agreement': legal,
  '/cookie-policy': legal,
  '/data-processing-policy': legal,
  '/library': shell(lazy(async () => ({ default: (await import('../jobs/gallery/page.tsx')).LibraryPage }))),
  '/subscription': shell(
    lazy(async () => ({ default: (await import('../money/subscription/page.tsx')).SubscriptionPage }))
  ),
  '/token-purchase': shell(lazy(async () => ({ default: (await import('../money/shop/page.tsx')).TokenPurchasePage }))),
  '/payment-success': shell(
    lazy(async () => ({ default: (await import('../money/result/page.tsx')).PaymentSuccessPage }))
  )
}

export const notFoundPage = shell(lazyPage(async () => (await import('../base/page/not-found-page.tsx')).NotFoundPage))

export const pageOf = (route: Route): Page => pages[route]

/** Fetches the code of the page at an address, where the build renders such pages. */
export async function preloadPage(pathname: string): Promise<void> {
  const route = routes.find((candidate) => candidate === pathname)
  const { component } = route ? pageOf(route) : notFoundPage
  if ('preload' in component) await component.preload()
}

export { titleOf } from './head/page-titles.ts'
