import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { SetupProblem } from './base/setup-problem.ts'

/** Reads a port from the environment. @throws SetupProblem when the value is not a port */
export function readPort(name: string, fallback: number, environment = process.env): number {
  const text = environment[name]
  if (text === undefined || text === '') return fallback
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new SetupProblem(`${name}=${text} is not a port. Choose a whole number from 1 to 65535.`)
}

/** Where a part of the product is on this machine. A browser leaves the port 80 out of its origin, which the Worker compares. */
export const localOrigin = (port: number): string => new URL(`http://localhost:${port}`).origin

/** The next port to try, which needs no rights. */
const portAfter = (port: number): number => (port < 1024 ? port + 8000 : port < 65_000 ? port + 10 : port - 1000)

/** Tries to listen on one loopback address. If the machine does not have that address, the port counts as free. */
function isFreeOn(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')
    )
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

async function isFree(port: number): Promise<boolean> {
  return (await isFreeOn('127.0.0.1', port)) && (await isFreeOn('::1', port))
}

/** A port for another one that is taken: free, and none that the product is to have. */
async function freePortFor(port: number, wanted: readonly number[]): Promise<number> {
  let found = portAfter(port)
  while (wanted.includes(found) || !(await isFree(found))) found = portAfter(found)
  return found
}

/**
 * Checks the ports of the product before anything starts.
 * @param ports by the name of the environment variable that sets them
 * @throws SetupProblem that says which are taken and how to choose others
 */
export async function demandFreePorts(ports: Record<string, number>): Promise<void> {
  const numbers = Object.values(ports)
  if (new Set(numbers).size < numbers.length)
    throw new SetupProblem(`${Object.keys(ports).join(' and ')} must be different ports.`)
  const taken: string[] = []
  for (const [name, port] of Object.entries(ports)) {
    if (!(await isFree(port)))
      taken.push(
        `Port ${port} is taken by another program, or not for this user. Choose another: ${name}=${await freePortFor(port, numbers)}`
      )
  }
  if (taken.length > 0) throw new SetupProblem(taken.join('\n'))
}

const found = new Set<number>()

/**
 * Finds a port that no process listens on now, another at each call. It is below those that operating systems, unless told
 * otherwise, give to outgoing connections, one of which could take it before it is used.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(20_000, 32_768)
  if (found.has(port) || !(await isFree(port))) return findFreePort()
  found.add(port)
  return port
}
