/**
 * Passes everything under /api on to the API Worker unchanged: bodies, streams and WebSockets. A preview of the pages has no
 * API Worker. `/api` itself is a page, about the API for programs. A middleware, because `[[path]].ts` takes no doubled slash, which
 * programs make of a base address that ends in one.
 */
export const onRequest: PagesFunction<{ API?: Fetcher }> = ({ request, env, next }) => {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && /^\/api\/?$/.test(new URL(request.url).pathname)) return next()
  return env.API?.fetch(request) ?? new Response(null, { status: 503 })
}
