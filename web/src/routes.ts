// Every route of the catalogue with its page.
import { lazy, type ComponentType } from 'react'
import { routes, type Route } from '#contract/catalogue/routes.ts'
import { lazyPage, type LazyPage } from './lazy-page.tsx'

interface Page {
  component: ComponentType | LazyPage
  /** `plain` is a page for one task, without the menu. */
  layout: 'shell' | 'plain'
}

const shell = (component: Page['component']): Page => ({ component, layout: 'shell' })
const plain = (component: Page['component']): Page => ({ component, layout: 'plain' })

const chat = shell(lazy(async () => ({ default: (await import('./pages/chat.tsx')).ChatPage })))

const studio = shell(lazy(async () => ({ default: (await import('./pages/studio.tsx')).StudioPage })))

const legal = shell(lazyPage(async () => (await import('./pages/legal.tsx')).LegalPage))

const pages: Record<Route, Page> = {
  '/': shell(lazyPage(async () => (await import('./pages/home.tsx')).HomePage)),
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
  '/auth': plain(lazy(async () => ({ default: (await import('./pages/auth.tsx')).AuthPage }))),
  '/verify-email': plain(lazy(async () => ({ default: (await import('./pages/verify-email.tsx')).VerifyEmailPage }))),
  '/confirm-email-change': plain(
    lazy(async () => ({ default: (await import('./pages/confirm-email-change.tsx')).ConfirmEmailChangePage }))
  ),
  '/profile': shell(lazy(async () => ({ default: (await import('./pages/profile.tsx')).ProfilePage }))),
  '/reset-password': plain(
    lazy(async () => ({ default: (await import('./pages/reset-password.tsx')).ResetPasswordPage }))
  ),
  '/learning': shell(lazyPage(async () => (await import('./pages/learning.tsx')).LearningPage)),
  '/pricing': shell(lazyPage(async () => (await import('./pages/pricing.tsx')).PricingPage)),
  '/terms': legal,
  '/privacy': legal,
  '/user-agreement': legal,
  '/cookie-policy': legal,
  '/data-processing-policy': legal,
  '/library': shell(lazy(async () => ({ default: (await import('./pages/library.tsx')).LibraryPage }))),
  '/subscription': shell(lazy(async () => ({ default: (await import('./pages/subscription.tsx')).SubscriptionPage }))),
  '/token-purchase': shell(
    lazy(async () => ({ default: (await import('./pages/token-purchase.tsx')).TokenPurchasePage }))
  ),
  '/payment-success': shell(
    lazy(async () => ({ default: (await import('./pages/payment-success.tsx')).PaymentSuccessPage }))
  )
}

export const notFoundPage = shell(lazyPage(async () => (await import('./pages/not-found.tsx')).NotFoundPage))

export const pageOf = (route: Route): Page => pages[route]

/** Fetches the code of the page at an address, where the build renders such pages. */
export async function preloadPage(pathname: string): Promise<void> {
  const route = routes.find((candidate) => candidate === pathname)
  const { component } = route ? pageOf(route) : notFoundPage
  if ('preload' in component) await component.preload()
}

export { titleOf } from './head/page-titles.ts'
