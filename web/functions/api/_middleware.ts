/**
 * Passes everything under /api on to the API Worker unchanged: bodies, streams and WebSockets; so are `/v1` and what lies below it, like
 * `/models` and `/chat/completions`, which programs make of a base address. A preview of the pages has no API Worker. `/api` itself is a
 * page, about the API for programs. A middleware, because the path of a route has no empty part: `/v1//models` is what clients make of a
 * base address with a final slash.
 */
export const onRequest: PagesFunction<{ API?: Fetcher }> = ({ request, env, next }) => {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && /^\/api\/?$/.test(new URL(request.url).pathname)) return next()
  return env.API?.fetch(request) ?? new Response(null, { status: 503 })
}
