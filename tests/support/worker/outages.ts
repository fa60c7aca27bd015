// Providers that are switched off, and the alarm about it.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, type MockInstance, vi } from 'vitest'

/** Call once per file: each test begins with all providers on. @returns a function that gives the alarms of the test */
export function watchOutages(): () => { event: string }[] {
  let error: MockInstance
  beforeEach(async () => {
    await env.DB.exec('delete from provider_outages')
    error = vi.spyOn(console, 'error').mockReturnValue()
  })
  afterEach(() => error.mockRestore())
  return () => error.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string })
}
