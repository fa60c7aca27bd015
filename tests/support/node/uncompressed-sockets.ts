// Vitest sends each runtime of the Worker's tests all modules through a socket of this machine, and Miniflare would compress them first.
import http from 'node:http'

const { request } = http

function isUpgrade(options: unknown): options is { headers: Record<string, unknown> } {
  const headers: unknown = typeof options === 'object' && options !== null && 'headers' in options && options.headers
  return typeof headers === 'object' && headers !== null && 'Sec-WebSocket-Extensions' in headers
}

/** Sockets that this process opens from now on offer no compression. */
export function openSocketsUncompressed(): void {
  http.request = ((...asked: Parameters<typeof request>) => {
    const [options] = asked
    if (isUpgrade(options)) delete options.headers['Sec-WebSocket-Extensions']
    return request(...asked)
  }) as typeof request
}
