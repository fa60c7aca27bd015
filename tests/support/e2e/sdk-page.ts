// Another site, whose page has the openai SDK: what a developer builds for calls of the API from a browser.
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { AddressInfo } from 'node:net'
import { build, type Rolldown } from 'vite'

/** The SDK as one script that sets `Sdk` on the window. */
async function bundleSdk(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(import.meta.resolve('openai')), formats: ['iife'], name: 'Sdk' }
    }
  })
  const [bundle] = [built].flat() as Rolldown.RolldownOutput[]
  const [script] = bundle?.output ?? []
  if (script === undefined) throw new Error('The SDK was not bundled')
  return script.code
}

export interface OtherSite {
  origin: string
  close(): void
}

/** Serves the page at an origin of its own. */
export async function serveSdkPage(): Promise<OtherSite> {
  const files: Record<string, [type: string, text: string]> = {
    '/': ['text/html', '<!doctype html><link rel="icon" href="data:,"><script src="/sdk.js"></script>'],
    '/sdk.js': ['text/javascript', await bundleSdk()]
  }
  const server = createServer(({ url = '/' }, answer) => {
    const [type, text] = files[url] ?? ['text/plain', '']
    answer.writeHead(url in files ? 200 : 404, { 'content-type': `${type}; charset=utf-8` }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    }
  }
}
