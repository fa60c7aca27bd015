// Opens the URL of a result that a provider gave. The URL is not trusted: redirects are bounded, each leads to an address that is
// allowed, and the headers meant for the provider are never sent to where it sends us.
import type { MediaOutput } from './media.ts'

export type MediaLink = Extract<MediaOutput, { kind: 'link' }>

const redirectsMax = 5

/** The link leads nowhere: an address that is not allowed, or one redirect too many. */
export class LinkFailure extends Error {
  override name = 'LinkFailure'
}

function addressOf(text: string, base: string | undefined, mayOpen: (url: URL) => boolean): string {
  const url = URL.parse(text, base)
  if (url && mayOpen(url)) return url.href
  throw new LinkFailure('The result has no address that may be opened')
}

/**
 * @param mayOpen which addresses may be called
 * @returns the response of the last address, whatever its status; the caller reads or cancels its body
 * @throws LinkFailure, or what `fetch` throws
 */
export async function openLink(
  link: MediaLink,
  mayOpen: (url: URL) => boolean,
  signal: AbortSignal
): Promise<Response> {
  let url = addressOf(link.url, undefined, mayOpen)
  let headers = link.headers ?? {}
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const response = await fetch(url, { headers, redirect: 'manual', signal })
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location === null) return response
    await response.body?.cancel()
    url = addressOf(location, url, mayOpen)
    headers = {}
  }
  throw new LinkFailure('The result is redirected again and again')
}
