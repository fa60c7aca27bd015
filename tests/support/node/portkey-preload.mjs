// Loaded into Portkey's gateway before it: it has no setting for its address, and on this Node it changes headers of answers that
// may not be changed.
import { Server } from 'node:net'
import process from 'node:process'

const { fetch, Headers, Response } = globalThis
const { listen } = Server.prototype

globalThis.fetch = async (...asked) => {
  const { body, headers, status, statusText } = await fetch(...asked)
  return new Response(body, { headers: new Headers(headers), status, statusText })
}

Server.prototype.listen = function listenOnLoopback(_port, ...others) {
  this.once('listening', () => process.send?.(this.address().port))
  return listen.call(this, 0, '127.0.0.1', ...others.filter((other) => typeof other === 'function'))
}
