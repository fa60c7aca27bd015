// Which paths are the API's. Clients put `/v1` together with the base address in several ways, and the site's own calls lie beside it.

/** What the API answers below `/v1`, for base addresses without it. */
const bare =
  /^\/(?:chat\/completions|audio\/(?:transcriptions|speech)|images\/(?:generations|edits)|messages|responses|models|credits|key|generation|dashboard\/billing)(?=\/|$)/

/** The path as it is mounted, `/v1/…`. Null: it is one of the site's own calls. */
export function apiPathOf(path: string): string | null {
  const own = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  const versioned = /^(?:\/api)?(?:\/v1)+(?=\/|$)/.exec(own)
  if (versioned) return `/v1${own.slice(versioned[0].length)}`
  const below = own.replace(/^\/api(?=\/)/, '')
  return bare.test(below) ? `/v1${below}` : null
}
