// The plugin of Cloudflare asks the test runner for the Worker's module at each request, each call of an object and each alarm: two requests
// within the runtime before the product's own code begins, up to a quarter of what a test costs. No test replaces a module, so here the same
// one is handed over at once.
// oxlint-disable no-underscore-dangle -- names of Vitest and of the plugin
import { maybeHandleRunRequest } from 'cloudflare:test-internal'
import { env } from 'cloudflare:workers'

type Import = (id: string, ...more: unknown[]) => Promise<unknown>

declare global {
  var __vitest_mocker__: { moduleRunner: { import: Import } }
  var __vitest_worker__: { providedContext: { cloudflarePoolOptions: string } }
  namespace Cloudflare {
    interface Env {
      __VITEST_POOL_WORKERS_RUNNER_OBJECT: { get(name: string): Pick<Fetcher, 'fetch'> }
    }
  }
}

/** That the plugin reads its options says that it asks for the module next: it does so at once, in the same turn. */
let isNext = false

/** Stands for the runner's object while the module is asked for: what it is to run is run here. */
const here = { fetch: (_url: string, request: Pick<Request, 'cf'>) => maybeHandleRunRequest(request) }

const runner = env.__VITEST_POOL_WORKERS_RUNNER_OBJECT
Object.assign(env, {
  __VITEST_POOL_WORKERS_RUNNER_OBJECT: {
    get(name: string) {
      const stub = isNext ? here : runner.get(name)
      isNext = false
      return stub
    }
  }
})

let replaced: Import | undefined

/** To be called in each file, which has options of its own. Should another version of the plugin ask otherwise, everything is as without this. */
export async function keepMain(): Promise<void> {
  const { providedContext } = __vitest_worker__
  const { moduleRunner } = __vitest_mocker__
  const options = providedContext.cloudflarePoolOptions
  const { main } = JSON.parse(options) as { main: string }
  if (moduleRunner.import !== replaced) {
    const load = moduleRunner.import.bind(moduleRunner)
    const module = await load(main)
    replaced = async (id, ...more) => (id === main ? module : load(id, ...more))
    moduleRunner.import = replaced
  }
  Object.defineProperty(providedContext, 'cloudflarePoolOptions', {
    configurable: true,
    get() {
      isNext = true
      queueMicrotask(() => (isNext = false))
      return options
    }
  })
}
