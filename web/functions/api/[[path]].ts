/** Everything under /api belongs to the API Worker: bodies, streams and WebSockets pass through untouched. */
export const onRequest: PagesFunction<{ API: Fetcher }> = ({ request, env }) => env.API.fetch(request)
