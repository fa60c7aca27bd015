import './timers.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, aroundAll, expect, vi } from 'vitest'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'
import { workFor } from './file-at-work.ts'
import { endFile } from './shared-window.ts'

aroundAll((runFile) => workFor(expect.getState().testPath ?? 'A test file', runFile))

// No test inherits the state that the page of an earlier test kept.
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  beginNewPage()
})

afterAll(endFile)

// As long as the tests' own patience allows: a busy machine must not fail a test.
configure({ asyncUtilTimeout: 20_000 })
