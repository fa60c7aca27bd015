// The only place that determines the client's address. Behind our own proxy (docs/proxy/nginx.conf)
// Cloudflare sees the proxy, which names the client and proves with its token that it is ours.
import { ipAddressOf } from '#domain/ip-address.ts'
import { isSameSecret } from '../crypto/same-secret.ts'
import type { AppContext } from './context.ts'

/** The headers that our proxy sets. They are ignored without the proxy's token. */
const proxyTokenHeader = 'x-proxy-token'
export const proxiedAddressHeader = 'x-proxied-address'

/** The longest text form of an IPv6 address. */
const addressMaxLength = 45

interface Client {
  address: string
  /** Cloudflare then knows only the place of the proxy. */
  isProxied: boolean
}

/** The address that our proxy names; null: the request did not come through it. */
function proxiedAddress(c: AppContext): string | null {
  const { PROXY_TOKEN: token } = c.var.environment
  const sent = c.req.header(proxyTokenHeader)
  if (token === undefined || sent === undefined || !isSameSecret(sent, token)) return null
  return ipAddressOf(c.req.header(proxiedAddressHeader) ?? '')?.text ?? null
}

export function clientOf(c: AppContext): Client {
  const proxied = proxiedAddress(c)
  if (proxied !== null) return { address: proxied, isProxied: true }
  // Without Cloudflare in front, the caller is this machine.
  const address = (c.req.header('cf-connecting-ip') ?? '127.0.0.1').slice(0, addressMaxLength)
  return { address, isProxied: false }
}

export const clientAddress = (c: AppContext): string => clientOf(c).address
