/**
 * What another app shares goes to the service worker (web/public/ready-worker.js), which answers this path by itself. A browser that
 * has not installed it yet sends it here: what was shared is not read, and the page says what to do.
 */
export const onRequestPost: PagesFunction = () =>
  // No `Response.redirect`, because it takes only whole addresses.
  new Response(null, { status: 303, headers: { location: '/received?lost', 'cache-control': 'no-store' } })

/** A reload asks for the address in this way. */
export const onRequestGet: PagesFunction = () =>
  new Response(null, { status: 302, headers: { location: '/received', 'cache-control': 'no-store' } })
