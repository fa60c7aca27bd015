/** Every URL of the site. Tools are named by their catalogue route. */
export const paths = {
  home: '/',
  auth: '/auth',
  /** The same page, opened on its other side. */
  register: '/auth?mode=register',
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
  profile: '/profile',
  subscription: '/subscription',
  tokenPurchase: '/token-purchase',
  paymentSuccess: '/payment-success',
  pricing: '/pricing',
  learning: '/learning',
  library: '/library',

  gpt5: '/gpt5',
  chatgpt: '/chatgpt',
  claude: '/claude',
  xai: '/xai',
  imageEdit: '/gpt-image-edit',
  midjourney: '/midjourney',
  dalle: '/dalle',
  dalle3: '/dall-e-3',
  flux: '/flux',
  stableDiffusion: '/stable-diffusion',
  stability: '/stability',
  elevenlabs: '/elevenlabs',
  luma: '/luma',
  veo3: '/veo3',
  runway: '/runway',

  terms: '/terms',
  privacy: '/privacy',
  userAgreement: '/user-agreement',
  cookiePolicy: '/cookie-policy',
  dataProcessingPolicy: '/data-processing-policy'
} as const

/** To sign in, and back to a page. */
export const signInPath = (from: string): string => `${paths.auth}?${new URLSearchParams({ return: from })}`

/** To register, and back to a page. */
export const registerPath = (from: string): string => `${paths.register}&${new URLSearchParams({ return: from })}`

/** Where a purchase leads back to, when it was begun on the way to something else. */
const backTo = (path: string | undefined) => (path === undefined ? {} : { return: path })

/** To the purchase of tokens, with a package chosen. */
export const purchasePath = (packageId: string): string =>
  `${paths.tokenPurchase}?${new URLSearchParams({ package: packageId })}`

/**
 * To the purchase of tokens, with the smallest package chosen that gives what is missing; `back` is the page whose
 * draft waits for them.
 */
export const topUpPath = (missingTokens: number, back?: string): string =>
  `${paths.tokenPurchase}?${new URLSearchParams({ tokens: String(missingTokens), ...backTo(back) })}`

/** To the purchase of tokens with nothing chosen, and back to a page. */
export const shopPath = (back: string): string => `${paths.tokenPurchase}?${new URLSearchParams(backTo(back))}`

/** To the purchase of Premium. */
export const premiumPath = `${paths.tokenPurchase}?plan=premium`

/** To what became of a payment. */
export const paymentPath = (paymentId: string, back?: string): string =>
  `${paths.paymentSuccess}?${new URLSearchParams({ payment_id: paymentId, ...backTo(back) })}`

/** Opens a tool at a past operation: the model is preselected and the conversation nearest to `time` is opened. */
export function openToolPath(path: string, model: string | null, time: number): string {
  const query = new URLSearchParams({ open: '1', ...(model ? { model } : {}), ts: String(time) })
  return `${path}?${query}`
}

/** A tool with its form filled: `prompt`, and what else its page can set. Nothing is sent by that. */
export const filledPath = (path: string, values: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(values)}`

/** One work in full, among all others. */
export const jobPath = (id: string): string => `${paths.library}?work=${id}`
