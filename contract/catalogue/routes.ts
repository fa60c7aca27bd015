/** Every route of the site, aliases included; anything else is the not-found page. */
export const routes = [
  '/',
  '/auth',
  '/learning',
  '/pricing',
  '/subscription',
  '/token-purchase',
  '/payment-success',
  '/verify-email',
  '/reset-password',
  '/gpt5',
  '/chatgpt',
  '/claude',
  '/xai',
  '/gpt-image-edit',
  '/midjourney',
  '/dalle',
  '/dall-e-3',
  '/flux',
  '/stable-diffusion',
  '/stability',
  '/elevenlabs',
  '/luma',
  '/veo3',
  '/runway',
  '/terms',
  '/privacy',
  '/user-agreement',
  '/cookie-policy',
  '/data-processing-policy'
] as const

export type Route = (typeof routes)[number]
