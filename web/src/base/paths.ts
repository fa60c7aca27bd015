/** Every URL of the site. Tools are named by their catalogue route. */
export const paths = {
  home: '/',
  auth: '/auth',
  /** The same page, opened on the registration form. */
  register: '/auth?mode=register',
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
  profile: '/profile',
  api: '/api',
  apiKeys: '/api-keys',
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
  offline: '/offline',
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

/** A tool with its form filled: `prompt` and other values of the form. Opening it sends nothing. */
export const filledPath = (path: string, values: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(values)}`

/** The purchase of tokens, with a package chosen. */
export const purchasePath = (packageId: string): string =>
  `${paths.tokenPurchase}?${new URLSearchParams({ package: packageId })}`
