// Addresses that say what their page begins with. Apart from paths.ts, because the first page has no such links.
import { routes } from './pages.ts'
import { paths } from './paths.ts'

/** The registration, which returns to `from`. */
export const registerPath = (from: string): string => `${paths.register}&${new URLSearchParams({ return: from })}`

/** The page that a purchase returns to, if it was started from one. */
const backTo = (path: string | undefined) => (path === undefined ? {} : { return: path })

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

/** Where the user sets limits on spending. */
export const limitsPath = `${paths.profile}#limits`

/** The result page of a payment. */
export const paymentPath = (paymentId: string, back?: string): string =>
  `${paths.paymentSuccess}?${new URLSearchParams({ payment_id: paymentId, ...backTo(back) })}`

/** Opens a tool at a past operation: the model is preselected and the conversation of the operation is opened. */
export function openToolPath(path: string, model: string | null, of: { id: string; time: number }): string {
  const query = new URLSearchParams({ open: '1', ...(model ? { model } : {}), ts: String(of.time), operation: of.id })
  return `${path}?${query}`
}

/** The gallery with one job opened. */
export const jobPath = (id: string): string => `${paths.library}?work=${id}`

/**
 * The page, with its query, that sent the user to a sign-in or a purchase; null without one. Only routes of this site are
 * accepted, so that no link can send the user to another site.
 */
export function askedReturnPath(query: URLSearchParams): string | null {
  const wanted = query.get('return')
  const [path] = wanted?.split(/[?#]/) ?? []
  return routes.some((route) => route === path && !route.startsWith(paths.auth)) ? wanted : null
}

/** Where the user goes after a sign-in: to the page that asked for it, else home. */
export const returnPathOf = (query: URLSearchParams): string => askedReturnPath(query) ?? paths.home
