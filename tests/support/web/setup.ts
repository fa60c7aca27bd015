import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { beginNewPage } from '#web/src/storage/page-store.ts'

// No test inherits what the page of the one before it knew.
afterEach(() => {
  cleanup()
  beginNewPage()
})

// As long as the tests' own patience allows: a busy machine must not fail a test.
configure({ asyncUtilTimeout: 20_000 })
