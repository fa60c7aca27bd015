import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'

// No test inherits the state that the page of an earlier test kept.
afterEach(() => {
  cleanup()
  beginNewPage()
})

const toasts = () => document.querySelectorAll('[data-sonner-toast]')

// Toasts have a React root of their own, which goes on drawing them when the window of this file is gone.
afterAll(async () => {
  if (toasts().length === 0) return
  vi.useRealTimers()
  const { toast } = await import('sonner')
  toast.dismiss()
  await vi.waitUntil(() => toasts().length === 0, { timeout: 20_000 })
})

// As long as the tests' own patience allows: a busy machine must not fail a test.
configure({ asyncUtilTimeout: 20_000 })
