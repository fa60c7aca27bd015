// Limits of the library, kept by the user's object.
import type { AppContext } from '../http/context.ts'
import { takeOfUser } from '../http/limit.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const zipsPerHour = 60
/** More than the links, because a download may break off and be repeated. */
const zipDownloadsPerHour = 120
/** One call changes up to some hundred jobs. */
const changesPerMinute = 120

/** New links to a ZIP with jobs. @throws AppError RATE_LIMITED */
export const limitZips = (c: AppContext): Promise<void> =>
  takeOfUser(c, { key: 'zips', limit: zipsPerHour, windowMs: hourMs })

/** Downloads of such a ZIP, whose link works repeatedly until it expires. @throws AppError RATE_LIMITED */
export const limitZipDownloads = (c: AppContext, userId: string): Promise<void> =>
  takeOfUser(c, { key: 'zip-downloads', limit: zipDownloadsPerHour, windowMs: hourMs }, userId)

/** Changes of jobs that store no text: favourites, folders, deletions, links. @throws AppError RATE_LIMITED */
export const limitLibraryChanges = (c: AppContext): Promise<void> =>
  takeOfUser(c, { key: 'library-changes', limit: changesPerMinute, windowMs: minuteMs })
