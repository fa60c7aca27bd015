import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { experimental_readRawConfig, type Unstable_RawConfig } from 'wrangler'
import { root } from '#scripts/base/root.ts'
import { layers } from '../support/node/layers.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readJson = (path: string) => JSON.parse(read(path))
const readWrangler = (path: string): Unstable_RawConfig =>
  experimental_readRawConfig({ config: join(root, path) }).rawConfig

test('every package has one exact version', () => {
  const { dependencies, devDependencies } = readJson('package.json')
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version))
  )
  expect(loose).toEqual([])
})

test('the lock file names no registry, so npm uses the configured one', () => {
  const { packages } = readJson('package-lock.json')
  const bound = Object.keys(packages).filter((name) => 'resolved' in packages[name])
  expect(bound).toEqual([])
})

test.each(['contract', 'formats'])('%s is compiled for the Worker and for the browser', (folder) => {
  expect(readJson('tsconfig.worker.json').include).toContain(folder)
  expect(readJson('web/tsconfig.json').include).toContain(`../${folder}`)
})

describe('the Wrangler configurations', () => {
  const api = readWrangler('wrangler.toml')
  const pages = readWrangler('web/wrangler.toml')
  const reader = readWrangler('reader/wrangler.toml')

  test('have one compatibility date', () => {
    expect([pages, reader].map((one) => one.compatibility_date)).toEqual(Array(2).fill(api.compatibility_date))
  })

  test('let the Worker compile a module when it is first imported, on which the budgets of its script rest', () => {
    expect(api.compatibility_flags).toContain('new_module_registry')
  })

  test("let the Worker use the runtime's own timers, of which each answer has several", () => {
    expect(api.compatibility_flags).toContain('no_nodejs_global_timers')
  })

  test('give the reader of documents nothing that a hostile file could use, and bind it to the Worker', () => {
    const { vars, secrets, services, d1_databases, r2_buckets, queues, durable_objects, ...rest } = reader
    const bindings = { vars, secrets, services, d1_databases, r2_buckets, queues, durable_objects }
    expect(Object.values(bindings).filter((one) => one !== undefined)).toEqual([])
    expect(rest).toMatchObject({ workers_dev: false, preview_urls: false })
    const bound = [{ binding: 'READER', service: reader.name }]
    expect([api.services, api.env?.production?.services]).toEqual([bound, bound])
  })

  test('bound what one call may compute', () => {
    const limits = [api, api.env?.production, reader].map((level) => level?.limits?.cpu_ms)
    expect(limits).toEqual([30_000, 30_000, 60_000])
  })

  test('Pages hands /api to the Worker, and a preview of the pages hands it to no Worker', () => {
    const services = [pages, pages.env?.production, pages.env?.preview].map((level) => level?.services)
    const service = [{ binding: 'API', service: api.name }]
    expect(services).toEqual([service, service, []])
    expect(api.env?.production?.name).toBe(api.name)
  })

  test('give the Worker no address beside the site', () => {
    for (const level of [api, api.env?.production])
      expect(level).toMatchObject({ workers_dev: false, preview_urls: false })
  })

  test('declare every secret of a deployment, and set none', () => {
    const { secrets, vars = {} } = api.env?.production ?? {}
    const required = secrets?.required ?? []
    expect(required.filter((name) => name in vars)).toEqual([])
    // What has a local value and none for production is a secret; no key of a supplier is needed by itself, and a
    // secret at a provider of identities with its client only.
    const withoutValue = Object.keys(api.vars ?? {}).filter(
      (name) => !(name in vars) && !/_(API_KEY|ID_SECRET)$/.test(name)
    )
    expect(required.toSorted()).toEqual(withoutValue.toSorted())
  })

  test('repeat every binding for production, because environments inherit none', () => {
    const production = api.env?.production
    expect(production?.durable_objects).toEqual(api.durable_objects)
    expect(production?.migrations).toEqual(api.migrations)
    expect(production?.d1_databases?.map(({ binding }) => binding)).toEqual(
      api.d1_databases?.map(({ binding }) => binding)
    )
    expect(production?.queues?.producers).toEqual(api.queues?.producers)
    expect(production?.queues?.consumers?.map(({ queue }) => queue)).toEqual(
      api.queues?.consumers?.map(({ queue }) => queue)
    )
    expect(production?.r2_buckets).toEqual(api.r2_buckets)
    expect(production?.triggers).toEqual(api.triggers)
    const variables = Object.keys(api.vars ?? {})
    const secrets = variables.filter(
      (name) =>
        /^(JWT_SECRET|VAPID_PRIVATE_KEY|YOOKASSA_(SHOP_ID|SECRET_KEY))$/.test(name) ||
        /_(API_KEY|ID_SECRET)$/.test(name)
    )
    // Locally the sandbox sends the notifications.
    const onlyThere = ['YOOKASSA_NOTIFICATION_NETWORKS']
    expect([...Object.keys(production?.vars ?? {}), ...secrets].toSorted()).toEqual(
      [...variables, ...onlyThere].toSorted()
    )
  })
})

/** The comments of a module or a style sheet, each in one line. */
function commentsOf(path: string, text: string): string[] {
  const comments = path.endsWith('.css')
    ? [...text.matchAll(/\/\*([\s\S]*?)\*\//g)].map(([, value = '']) => value)
    : parseSync(path, text).comments.map(({ value }) => value)
  return comments.map((comment) => comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim())
}

/** The switches without a `default` of their own. Ends are found by indentation, which the formatter keeps. */
function openSwitchesOf(text: string): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const indentation = /^( *)(?:[^/*]*[^\w/*])?switch \(.*\{$/.exec(line)?.[1]
    if (indentation === undefined) return []
    const rest = lines.slice(index + 1)
    const body = rest.slice(0, rest.indexOf(`${indentation}}`))
    return body.some((inner) => inner.startsWith(`${indentation}  default:`)) ? [] : [line.trim()]
  })
}

describe('our sources', () => {
  const folders = [...Object.keys(layers), 'scripts', 'tests'].filter((folder) => existsSync(join(root, folder)))
  const sources = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`)
    )
    .filter((path) => /\.(tsx?|mjs|css)$/.test(path) && !/(^|\/)(dist|\.wrangler)\/|house\.test\.ts$/.test(path))

  test.each([
    ['silences the compiler', /@ts-(ignore|expect-error|nocheck)|\bas any\b/],
    ['skips or singles out a test', /\b(test|it|describe)\.(skip|only|todo|fails|skipIf|runIf)\b/],
    ['leaves work behind', /\b(TODO|FIXME|XXX)\b/]
  ])('none %s', (_, pattern) => {
    expect(sources.filter((path) => pattern.test(read(path)))).toEqual([])
  })

  test('none has a comment that hides who acts', () => {
    const riddle = /\b(whoever|nobody)\b/i
    const riddlesOf = (path: string, text: string) => commentsOf(path, text).filter((comment) => riddle.test(comment))
    expect(riddlesOf('module.ts', "const text = 'nobody'\n// Nobody types\n/**\n * For\n * whoever\n */")).toEqual([
      'Nobody types',
      '* For whoever'
    ])
    const found = sources.flatMap((path) => {
      const text = read(path)
      return riddle.test(text) ? riddlesOf(path, text).map((comment) => `${path}: ${comment}`) : []
    })
    expect(found).toEqual([])
  })

  // Over a union the default is `satisfies never`: the lint rule switch-exhaustiveness-check lets no member be
  // forgotten, so any other default could never run. Over strings and numbers it is what all other values get.
  test('none has a switch without a default', () => {
    expect(sources.flatMap((path) => openSwitchesOf(read(path)).map((line) => `${path}: ${line}`))).toEqual([])
  })

  test('a switch without a default is found, nested or not', () => {
    const text = `
      switch (outer.kind) {
        case 'a':
          switch (inner) { case 1: return 2; default: return inner satisfies never }
      }
      switch (word) {
        case 'b': {
          return '}'
        }
        default:
          return null
      }`
    expect(openSwitchesOf(text)).toEqual(['switch (outer.kind) {'])
  })

  test('none in the pages spells the key of a query: web/src/base/http/query-keys.ts names them all', () => {
    const pages = sources.filter((path) => path.startsWith('web/src/'))
    expect(pages.filter((path) => /queryKey: \[\s*['"`]/.test(read(path)))).toEqual([])
  })

  test('none of the tests replaces a module: the test files of a thread share those that are loaded', () => {
    const tests = sources.filter((path) => /^tests\/(unit|web|worker)\//.test(path))
    expect(tests.filter((path) => /\bvi\.(mock|doMock|resetModules)\(/.test(read(path)))).toEqual([])
  })

  test('none of the tests gives a busy machine a second, or reads a page before it is drawn', () => {
    const tests = sources.filter((path) => path.startsWith('tests/'))
    // A wait of Vitest ends after a second unless it is told otherwise.
    const hasty = /\bvi\.wait(For|Until)\((?!.*(timeout|patience)).*\)$/m
    const early = /^ *expect\(await .+\.(innerText|textContent|inputValue|count|getAttribute|is[A-Z]\w+|all\w+)\(/m
    expect(tests.filter((path) => hasty.test(read(path)) || early.test(read(path)))).toEqual([])
  })

  // The time of all tests follows from it: decisions/0065. A flow that needs more takes its place from another.
  test('the browser does not walk more tests, and load more pages, than eight minutes have room for', () => {
    const browser = sources.filter((path) => /^tests\/(e2e|support\/e2e)\//.test(path))
    const countOf = (pattern: RegExp) =>
      browser.reduce((sum, path) => sum + [...read(path).matchAll(pattern)].length, 0)
    expect(countOf(/^ *test(\.for\(.+\))?\(/gm)).toBeLessThanOrEqual(75)
    expect(countOf(/\.(goto|reload)\(/g)).toBeLessThanOrEqual(98)
  })

  test('none is longer than 250 lines', () => {
    expect(sources.filter((path) => read(path).split('\n').length > 251)).toEqual([])
  })
})
