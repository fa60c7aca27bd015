// Stands before a local product with a register (`REGISTER=1 npm start`), as nginx does in docs/proxy: calls of which the register has to
// know go there, all others and all sockets to the site.
import { type IncomingMessage, request, createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { pipeline } from 'node:stream'
import { registeredCalls } from '#contract/register.ts'
import { textOf } from '#contract/errors.ts'
import { readPort } from './ports.ts'

const ports = {
  front: readPort('FRONT_PORT', 0),
  site: readPort('SITE_PORT', 0),
  register: readPort('REGISTER_PORT', 0)
}
const paths = registeredCalls.map(
  ({ call }) => new RegExp(`^/api${call.split(' ')[1]?.replaceAll(/:\w+/g, '[a-z]+')}$`)
)

const isForRegister = (url = '/'): boolean => paths.some((path) => path.test(url.replace(/\?.*/s, '')))

const down = {
  success: false,
  data: null,
  message: null,
  error: textOf('REGISTER_UNREACHABLE'),
  code: 'REGISTER_UNREACHABLE'
}

function passOn(incoming: IncomingMessage, answer: ServerResponse): void {
  const forRegister = isForRegister(incoming.url)
  const { method, url: path, headers, socket } = incoming
  const named = forRegister ? { ...headers, 'x-proxied-address': socket.remoteAddress } : headers
  const target = { host: '127.0.0.1', port: forRegister ? ports.register : ports.site, method, path, headers: named }
  const outgoing = request(target, (came) => {
    answer.writeHead(came.statusCode ?? 502, came.rawHeaders)
    // An answer that breaks off breaks off for the browser too.
    pipeline(came, answer, () => undefined)
  })
  outgoing.on('error', () => {
    if (answer.headersSent || !forRegister) return void answer.destroy()
    answer.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify(down))
  })
  answer.on('close', () => outgoing.destroy())
  pipeline(incoming, outgoing, () => undefined)
}

const front = createServer(passOn)

// A socket's opening request is written again as it came; what follows is not looked at.
front.on('upgrade', (incoming, socket, head) => {
  const site = connect(ports.site, '127.0.0.1', () => {
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
    for (let at = 0; at < incoming.rawHeaders.length; at += 2)
      lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`)
    site.write(`${lines.join('\r\n')}\r\n\r\n`)
    site.write(head)
    site.pipe(socket).pipe(site)
  })
  for (const [one, other] of [
    [site, socket],
    [socket, site]
  ] as const) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
})

front.listen(ports.front, '127.0.0.1')
