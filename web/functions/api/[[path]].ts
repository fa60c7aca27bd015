/**
 * Passes everything under /api on to the API Worker unchanged: bodies, streams and WebSockets. A preview of the pages has no
 * API Worker.
 */
export const onRequest: PagesFunction<{ API?: Fetcher }> = ({ request, env }) =>
  env.API?.fetch(request) ?? new Response(null, { status: 503 })
