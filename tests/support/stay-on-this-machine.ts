// A test that looks up a host outside this machine, or connects to one, fails: no test may need a network, nor send
// anything to a real provider. Tests in workerd have a watch of their own (worker/setup.ts).
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { afterAll, afterEach } from 'vitest'

const isHere = (host: string) => /^(localhost|127(\.\d+){3}|::1|0\.0\.0\.0|::)$/.test(host)

declare global {
  /** The hosts that the running test asked for. One list for all files of a thread, which share the patched modules. */
  var foreignHosts: string[] | undefined
}

/** Forbids it, once for each thread. @returns the list of hosts that tests ask for nevertheless */
function watch(): string[] {
  const seen: string[] = []
  const refuse = (host: string) => {
    seen.push(host)
    return Object.assign(new Error(`A test may not reach ${host}`), { code: 'ENOTFOUND' })
  }
  const { lookup } = dns
  const { lookup: lookupLater } = dns.promises
  const { connect } = net.Socket.prototype
  dns.lookup = ((host: string, ...rest: unknown[]) => {
    if (isHere(host)) return Reflect.apply(lookup, dns, [host, ...rest])
    const error = refuse(host)
    const done = rest.at(-1)
    if (typeof done === 'function') process.nextTick(done, error)
  }) as typeof dns.lookup
  dns.promises.lookup = ((host: string, ...rest: unknown[]) =>
    isHere(host)
      ? Reflect.apply(lookupLater, dns.promises, [host, ...rest])
      : Promise.reject(refuse(host))) as typeof dns.promises.lookup
  // An address is not looked up.
  net.Socket.prototype.connect = function (this: net.Socket, ...sent: unknown[]) {
    // Clients of Node itself pass their arguments as one array.
    const [options] = Array.isArray(sent[0]) ? (sent[0] as unknown[]) : sent
    const host = typeof options === 'object' && options !== null && 'host' in options ? options.host : null
    if (typeof host === 'string' && net.isIP(host) !== 0 && !isHere(host)) return this.destroy(refuse(host))
    return Reflect.apply(connect, this, sent) as net.Socket
  }
  syncBuiltinESMExports()
  return seen
}

const seen = (globalThis.foreignHosts ??= watch())

function demandNone() {
  const hosts = seen.splice(0)
  if (hosts.length > 0) throw new Error(`A test asked for hosts outside this machine: ${hosts.join(', ')}`)
}

afterEach(demandNone)
afterAll(demandNone)
