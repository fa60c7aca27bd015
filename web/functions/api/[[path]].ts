/** Passes everything under /api on to the API Worker unchanged: bodies, streams and WebSockets. */
export const onRequest: PagesFunction<{ API: Fetcher }> = ({ request, env }) => env.API.fetch(request)
