// The product that a round kills and restarts on the same data and ports, and the sandbox, which outlives it: its memory is
// the record of all calls of the AI services and of the payment provider.
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { createSandbox, type Sandbox } from '#sandbox/app.ts'
import type { Call } from '#sandbox/base/calls.ts'
import { findFreePort } from '#scripts/ports.ts'
import { type OwnProduct, startOwnProduct } from '#tests/support/e2e/own-product.ts'
import { withDirectory, withHistories } from '#tests/support/node/stopped-databases.ts'

const minuteMs = 60_000
/** As if the product had been down for so long: a killed step holds its job by a lease of more than a minute. */
const downMs = 3 * minuteMs
/** Longer than a job with an unknown outcome is checked. */
const checkingMs = 15 * minuteMs

const bug =
  /"event":"(bug|answer-bug|bad-environment|cron-failed|user-alarm-failed|wallet-frozen|wallet-platform-loss|payment-review|job-dead|job-orphaned)"|Uncaught/

export class Stage {
  readonly dataFolder = mkdtempSync(join(tmpdir(), 'kill-rounds-'))
  readonly #sandbox: Sandbox
  readonly #sandboxServer: ReturnType<typeof createAdaptorServer>
  readonly #ports: { port: number; sandboxPort: number }
  #product: OwnProduct | null = null
  #earlierCalls: Call[] = []

  private constructor(ports: { port: number; sandboxPort: number }) {
    this.#ports = ports
    this.#sandbox = createSandbox({ site: this.siteOrigin })
    this.#sandboxServer = createAdaptorServer({ fetch: this.#sandbox.fetch })
  }

  static async open(): Promise<Stage> {
    const stage = new Stage({ port: await findFreePort(), sandboxPort: await findFreePort() })
    stage.#sandboxServer.listen(stage.#ports.sandboxPort, '127.0.0.1')
    await once(stage.#sandboxServer, 'listening')
    return stage
  }

  get siteOrigin() {
    return `http://localhost:${this.#ports.port}`
  }

  get sandboxOrigin() {
    return `http://localhost:${(this.#sandboxServer.address() as AddressInfo).port}`
  }

  get sandbox() {
    return this.#sandbox.state
  }

  /** Starts the product, or restarts it with the data of the killed one. @returns how long that took, in milliseconds */
  async start(): Promise<number> {
    const startedAt = performance.now()
    const host = 'bench/kill-rounds/host.ts'
    this.#product = await startOwnProduct({ ...this.#ports, dataFolder: this.dataFolder, script: host })
    return performance.now() - startedAt
  }

  /** Sends SIGKILL to every process of the product. */
  async kill(): Promise<void> {
    await this.#product?.kill()
    this.#product = null
  }

  async close(): Promise<void> {
    await this.kill()
    this.#sandboxServer.close()
  }

  /** All calls that the upstreams got since the stage was opened. */
  calls(): Call[] {
    return [...this.#earlierCalls, ...this.sandbox.calls.list()]
  }

  /** The sandbox remembers only so many calls: keeps those of a round that is over. */
  keepCalls() {
    this.#earlierCalls = this.calls()
    this.sandbox.calls.clear()
  }

  /** Reports of the running product, or of the last one, that a crash does not explain. */
  bugs(): string[] {
    return readFileSync(join(this.dataFolder, 'logs/site.log'), 'utf8')
      .split('\n')
      .filter((line) => bug.test(line))
  }

  /** Jobs that are open past their deadline. Only for a killed product: D1's files belong to the running one. */
  jobsPastDeadline(): string[] {
    return withHistories(this.dataFolder, (history) =>
      history
        .prepare(
          "select operation_id as id from jobs where step not in ('completed', 'failed', 'cancelled') and deadline_at < ?"
        )
        .all(Date.now() - minuteMs)
        .map(({ id }) => String(id))
    ).flat()
  }

  /** Moves the times of a killed product's rows into the past, so that no check waits for minutes. */
  stayDown() {
    withHistories(this.dataFolder, (history) => {
      history.prepare('update jobs set due_at = due_at - ?, lease_until = lease_until - ?').run(downMs, downMs)
      history
        .prepare("update jobs set due_at = due_at - ?, deadline_at = deadline_at - ? where step = 'checking'")
        .run(checkingMs, checkingMs)
    })
    withDirectory(this.dataFolder, (directory) =>
      directory.prepare('update payments set next_check_at = next_check_at - ?').run(downMs)
    )
  }
}
