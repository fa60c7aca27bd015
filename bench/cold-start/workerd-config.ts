// The configuration with which workerd alone runs a built Worker: its bindings are those of wrangler.toml, and they lead to a
// service that does nothing.
import { join } from 'node:path'
import { experimental_readRawConfig, type Unstable_RawConfig } from 'wrangler'
import { root } from '#scripts/base/root.ts'

const text = (value: string) => JSON.stringify(value)
const list = (values: string[]) => `[\n    ${values.join(',\n    ')}\n  ]`
const stub = 'service = "nothing"'

function bindingsOf({
  vars = {},
  d1_databases,
  queues,
  r2_buckets,
  services,
  ...config
}: Unstable_RawConfig): string[] {
  const all: [string | undefined, string][] = [
    ...Object.entries(vars).map(([name, value]) => [name, `text = ${text(value as string)}`] as [string, string]),
    ...(d1_databases ?? []).map(({ binding }): [string, string] => [
      binding,
      `wrapped = (moduleName = "cloudflare-internal:d1-api", innerBindings = [(name = "fetcher", ${stub})])`
    ]),
    ...(queues?.producers ?? []).map(({ binding }): [string, string] => [binding, 'queue = "nothing"']),
    ...(r2_buckets ?? []).map(({ binding }): [string, string] => [binding, 'r2Bucket = "nothing"']),
    ...(services ?? []).map(({ binding }): [string, string] => [binding, stub]),
    ...(config.durable_objects?.bindings ?? []).map(({ name, class_name }): [string, string] => [
      name,
      `durableObjectNamespace = ${text(class_name)}`
    ])
  ]
  return all.map(([name = '', value]) => `(name = ${text(name)}, ${value})`)
}

/**
 * The text of a configuration, for `workerd compile`.
 * @param modules names of files beside it, the entry first
 */
export function workerdConfig(modules: readonly string[]): string {
  const { rawConfig } = experimental_readRawConfig({ config: join(root, 'wrangler.toml') })
  const date = `compatibilityDate = ${text(rawConfig.compatibility_date ?? '')}`
  const objects: { class_name: string }[] = rawConfig.durable_objects?.bindings ?? []
  const classes = objects.map(({ class_name }) => text(class_name))
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "api", worker = .api), (name = "nothing", worker = .nothing)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "api")]
);

const api :Workerd.Worker = (
  modules = ${list(modules.map((name) => `(name = ${text(name)}, esModule = embed ${text(name)})`))},
  ${date},
  compatibilityFlags = ${list((rawConfig.compatibility_flags ?? []).map(text))},
  bindings = ${list(bindingsOf(rawConfig))},
  durableObjectNamespaces = ${list(classes.map((name) => `(className = ${name}, uniqueKey = ${name}, enableSql = true)`))},
  durableObjectStorage = (inMemory = void)
);

const nothing :Workerd.Worker = (
  serviceWorkerScript = "addEventListener('fetch', (event) => event.respondWith(new Response()))",
  ${date}
);
`
}
