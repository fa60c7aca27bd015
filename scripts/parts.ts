// The programs that make up a running product. They listen on loopback addresses only.
import { join } from 'node:path'
import { startChild, type Child } from './child.ts'
import { keepAlive, type KeptAlive } from './keep-alive.ts'
import { localRegister } from './local-register.ts'
import { root } from './base/root.ts'
import { vite } from './site/vite.ts'
import { wrangler, wranglerEnvironment } from './base/wrangler.ts'

/** The files of one run, all below its data folder. */
export interface Workplace {
  dataFolder: string
  stateFolder: string
  /** The served copy of the site, generated. */
  siteFolder: string
  /** The API Worker's configuration, generated. */
  workerConfig: string
  /** Lets `runCron` start the periodic work of the API, and `npm run operator` name operators. */
  operatorToken: string
}

const logFile = ({ dataFolder }: Workplace, name: string) => join(dataFolder, `logs/${name}.log`)

export interface SandboxOptions {
  port: number
  /** The site that gets the sandbox's payment notifications. */
  siteOrigin: string
  speed?: number | undefined
  /** Restarts the sandbox when its files change. */
  watch?: boolean
}

/** The only upstream of a local product. */
export const startSandbox = (workplace: Workplace, { port, siteOrigin, speed, watch = false }: SandboxOptions): Child =>
  startChild({
    name: 'The sandbox',
    nodeArguments: [...(watch ? ['--watch'] : []), join(root, 'sandbox/index.ts')],
    workingFolder: root,
    environment: {
      ...process.env,
      SANDBOX_PORT: String(port),
      SITE_ORIGIN: siteOrigin,
      ...(speed !== undefined && { SANDBOX_SPEED: String(speed) })
    },
    logFile: logFile(workplace, 'sandbox')
  })

/** Wrangler that serves what it has built, and watches no sources. */
const servingWrangler = ['--import', join(root, 'scripts/unwatched.mjs'), wrangler]

const listen = (port: number) => ['--ip=127.0.0.1', `--port=${port}`, '--inspector-port=0']

/** Pages with its Function, and the API Worker, in one runtime. Wrangler finds the Function only if run in web/. */
export const startPages = (workplace: Workplace, port: number): Child =>
  startChild({
    name: 'The site',
    nodeArguments: [
      ...servingWrangler,
      'pages',
      'dev',
      workplace.siteFolder,
      '--config=wrangler.toml',
      `--config=${workplace.workerConfig}`,
      `--persist-to=${workplace.stateFolder}`,
      ...listen(port)
    ],
    workingFolder: join(root, 'web'),
    environment: wranglerEnvironment(workplace.dataFolder),
    logFile: logFile(workplace, 'site')
  })

/** Three times what it holds with an honest document of 20 MB, and wrangler beside it. */
const readerMemoryMaxBytes = 2 ** 31

/**
 * The Worker that reads documents and encodes recordings, in a runtime of its own: a file that keeps it busy holds up nothing else.
 * @param patienceMs default: longer than a page of any honest document takes
 */
export const startReader = (workplace: Workplace, port: number, patienceMs = 8_000): KeptAlive =>
  keepAlive({
    name: 'The reader of documents',
    origin: `http://127.0.0.1:${port}/`,
    patienceMs,
    memoryMaxBytes: readerMemoryMaxBytes,
    start: () =>
      startChild({
        name: 'The reader of documents',
        nodeArguments: [
          ...servingWrangler,
          'dev',
          '--config=reader/wrangler.toml',
          '--local',
          '--log-level=warn',
          ...listen(port)
        ],
        workingFolder: root,
        environment: wranglerEnvironment(workplace.dataFolder),
        logFile: logFile(workplace, 'reader'),
        appends: true
      })
  })

/** The API Worker alone; it reloads when its files change. */
export const startApi = (workplace: Workplace, port: number): Child =>
  startChild({
    name: 'The API',
    nodeArguments: [
      wrangler,
      'dev',
      `--config=${workplace.workerConfig}`,
      `--persist-to=${workplace.stateFolder}`,
      '--local',
      ...listen(port)
    ],
    workingFolder: root,
    environment: wranglerEnvironment(workplace.dataFolder),
    logFile: logFile(workplace, 'api'),
    echo: true
  })

/** The pages with hot reload; requests to `/api` are passed to the given origin. */
export const startVite = (workplace: Workplace, port: number, apiOrigin: string): Child =>
  startChild({
    name: 'Vite',
    nodeArguments: [
      vite,
      `--config=${join(root, 'web/vite.config.ts')}`,
      `--port=${port}`,
      '--strictPort',
      '--clearScreen=false'
    ],
    workingFolder: root,
    environment: { ...process.env, API_ORIGIN: apiOrigin },
    logFile: logFile(workplace, 'vite'),
    echo: true
  })

/** The register inside the country, and what stands before the site and sends it its calls. @param port where people come */
export function startRegister(workplace: Workplace, ports: { front: number; site: number; register: number }): Child[] {
  const { front, site, register } = ports
  const settings = localRegister(workplace.dataFolder, `http://localhost:${site}`)
  const common = { workingFolder: root, appends: true }
  return [
    startChild({
      ...common,
      name: 'The register',
      nodeArguments: [join(root, 'scripts/register.ts'), 'serve'],
      environment: { ...process.env, ...settings, REGISTER_PORT: String(register) },
      logFile: logFile(workplace, 'register')
    }),
    startChild({
      ...common,
      name: 'The proxy before the register',
      nodeArguments: [join(root, 'scripts/register-front.ts')],
      environment: {
        ...process.env,
        FRONT_PORT: String(front),
        SITE_PORT: String(site),
        REGISTER_PORT: String(register)
      },
      logFile: logFile(workplace, 'register-front')
    })
  ]
}
