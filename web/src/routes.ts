// Every route of the catalogue with its page.
import { lazy, type ComponentType } from 'react'
import type { Route } from '#contract/catalogue/routes.ts'

interface Page {
  component: ComponentType
  /** `plain` is a page for one task, without the menu. */
  layout: 'shell' | 'plain'
}

const shell = (component: ComponentType): Page => ({ component, layout: 'shell' })
const plain = (component: ComponentType): Page => ({ component, layout: 'plain' })

const chat = shell(lazy(async () => ({ default: (await import('./pages/chat.tsx')).ChatPage })))

const studio = shell(lazy(async () => ({ default: (await import('./pages/studio.tsx')).StudioPage })))

const legal = shell(lazy(async () => ({ default: (await import('./pages/legal.tsx')).LegalPage })))

const pages: Record<Route, Page> = {
  '/': shell(lazy(async () => ({ default: (await import('./pages/home.tsx')).HomePage }))),
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
  '/learning': shell(lazy(async () => ({ default: (await import('./pages/learning.tsx')).LearningPage }))),
  '/pricing': shell(lazy(async () => ({ default: (await import('./pages/pricing.tsx')).PricingPage }))),
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

export const notFoundPage = shell(lazy(async () => ({ default: (await import('./pages/not-found.tsx')).NotFoundPage })))

export const pageOf = (route: Route): Page => pages[route]

export { titleOf } from './head/page-titles.ts'
