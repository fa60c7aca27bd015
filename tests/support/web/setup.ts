import './timers.ts'
import './without-owner-stacks.ts'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, aroundAll, beforeEach, expect, vi } from 'vitest'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'
import { recordToasts } from '../../web/toasts.ts'
import { workFor } from './file-at-work.ts'
import { stepsMade } from './history-steps.ts'
import { endFile } from './shared-window.ts'

aroundAll((runFile) => workFor(expect.getState().testPath ?? 'A test file', runFile))

beforeEach(recordToasts)

// No test inherits what an earlier one replaced or stored, nor the state that its page kept.
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  beginNewPage()
  await stepsMade()
})

afterAll(endFile)

// As long as the tests' own patience allows: a busy machine must not fail a test.
configure({ asyncUtilTimeout: 20_000 })

// While something is waited for, each look that finds nothing would write down the whole page, which takes longer than the look. The error
// that ends the waiting still does.
const { getElementError } = getConfig()
// The library tells it by a field that its types leave out.
const isLookedForAgain = () =>
  Object.entries(getConfig()).some(([name, on]) => name === '_disableExpensiveErrorDiagnostics' && on)
configure({
  getElementError: (message, container) =>
    isLookedForAgain() ? new Error(message ?? '') : getElementError(message, container)
})
