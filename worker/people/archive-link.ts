// The link to a user's archive, which a browser downloads without an access token.
import type { AppContext } from '../http/context.ts'
import { openSessionLink, sessionLink } from '../http/session-link.ts'

/** Relative to the API's base path, like every path of the contract. */
export const archivePath = '/user/export/archive'
const purpose = 'account-archive'

export const archiveLink = (c: AppContext): string => sessionLink(c, { path: archivePath, purpose })

/**
 * @returns the user whose archive the link opens
 * @throws AppError NOT_FOUND for a link that we did not sign, that has expired or whose session has ended
 */
export const userOfArchiveLink = async (c: AppContext): Promise<string> => (await openSessionLink(c, purpose)).userId
