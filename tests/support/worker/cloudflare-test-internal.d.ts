/** The part of Cloudflare's plugin that runs within workerd; it has no types of its own. */
declare module 'cloudflare:test-internal' {
  /** Runs what the plugin has put down under the number in `cf`. */
  export function maybeHandleRunRequest(request: Pick<Request, 'cf'>): Promise<Response | undefined>
}
