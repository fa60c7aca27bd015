import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'

// No test inherits the state that the page of an earlier test kept.
afterEach(() => {
  cleanup()
  beginNewPage()
})

// As long as the tests' own patience allows: a busy machine must not fail a test.
configure({ asyncUtilTimeout: 20_000 })
