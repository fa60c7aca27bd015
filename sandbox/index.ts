import { createAdaptorServer } from '@hono/node-server'
import { createSandbox } from './app.ts'

const HOST = '127.0.0.1'

const port = numberFrom('SANDBOX_PORT', 8799)
const speed = numberFrom('SANDBOX_SPEED', 1)
const { app } = createSandbox({ speed, site: process.env['SITE_ORIGIN'] || 'http://localhost:8788' })
const server = createAdaptorServer({ fetch: app.fetch })

server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Песочница не запущена: порт ${port} занят. Освободите его или задайте другой в SANDBOX_PORT.`
      : `Песочница не запущена: ${error.message}`
  )
  process.exit(1)
})

server.listen(port, HOST, () => console.log(`Песочница: http://localhost:${port} (почта: /mail)`))

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Exit at once: a graceful close would wait minutes for open streams, and the sandbox has no state to save.
  process.once(signal, () => process.exit(0))
}

function numberFrom(name: string, fallback: number): number {
  const text = process.env[name]
  const value = text === undefined || text === '' ? fallback : Number(text)
  if (value > 0 && Number.isFinite(value)) return value
  console.error(`Песочница не запущена: ${name} должно быть числом больше 0, а не «${text}».`)
  process.exit(1)
}
