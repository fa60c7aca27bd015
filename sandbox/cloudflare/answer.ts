// The envelope of Cloudflare's API: developers.cloudflare.com/fundamentals/api/how-to/make-api-calls.
export const given = (result: unknown, more: object = {}): Response =>
  Response.json({ success: true, errors: [], messages: [], result, ...more })

/** A list with the page that wrangler looks at. */
export const listed = (result: unknown[]): Response =>
  given(result, {
    result_info: { page: 1, per_page: 100, count: result.length, total_count: result.length, total_pages: 1 }
  })

export const refused = (status: number, code: number, message: string): Response =>
  Response.json({ success: false, errors: [{ code, message }], messages: [], result: null }, { status })
