// Parts of the application that come after the page that uses them.
import { networkFailure } from './api-error.ts'

/** What a press needs, which fails like the call that it is for. @throws ApiError of a lost connection */
export const loaded = <Part>(part: Promise<Part>): Promise<Part> =>
  part.catch((error: unknown) => {
    throw networkFailure(error)
  })
