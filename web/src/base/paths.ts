/** Every URL of the site. Tools are named by their catalogue route. */
export const paths = {
  home: '/',
  auth: '/auth',
  /** The same page, opened on the registration form. */
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
  compare: '/compare',
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

/** The sign-in page, which returns to `from`; to the home page it returns anyway. */
export const signInPath = (from: string): string =>
  from === paths.home ? paths.auth : `${paths.auth}?${new URLSearchParams({ return: from })}`

/** The registration, which returns to `from`. */
export const registerPath = (from: string): string => `${paths.register}&${new URLSearchParams({ return: from })}`

/** The page that a purchase returns to, if it was started from one. */
const backTo = (path: string | undefined) => (path === undefined ? {} : { return: path })

/** The purchase of tokens, with a package chosen. */
export const purchasePath = (packageId: string): string =>
  `${paths.tokenPurchase}?${new URLSearchParams({ package: packageId })}`

/**
 * The purchase of tokens, with the smallest package chosen that covers the missing tokens; `back` is the page where the user
 * left a draft.
 */
export const topUpPath = (missingTokens: number, back?: string): string =>
  `${paths.tokenPurchase}?${new URLSearchParams({ tokens: String(missingTokens), ...backTo(back) })}`

/** The purchase of tokens with nothing chosen, which returns to `back`. */
export const shopPath = (back: string): string => `${paths.tokenPurchase}?${new URLSearchParams(backTo(back))}`

/** The purchase of Premium. */
export const premiumPath = `${paths.tokenPurchase}?plan=premium`

/** The result page of a payment. */
export const paymentPath = (paymentId: string, back?: string): string =>
  `${paths.paymentSuccess}?${new URLSearchParams({ payment_id: paymentId, ...backTo(back) })}`

/** Opens a tool at a past operation: the model is preselected and the conversation of the operation is opened. */
export function openToolPath(path: string, model: string | null, of: { id: string; time: number }): string {
  const query = new URLSearchParams({ open: '1', ...(model ? { model } : {}), ts: String(of.time), operation: of.id })
  return `${path}?${query}`
}

/** A tool with its form filled: `prompt` and other values of the form. Opening it sends nothing. */
export const filledPath = (path: string, values: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(values)}`

/** The gallery with one job opened. */
export const jobPath = (id: string): string => `${paths.library}?work=${id}`
