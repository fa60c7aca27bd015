import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Test files share one jsdom window. Each starts with modules of its own and sees nothing that another file left.
vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
// jsdom has neither; a test that needs one brings its own.
for (const name of ['matchMedia', 'ResizeObserver']) Reflect.deleteProperty(window, name)
localStorage.clear()
sessionStorage.clear()
document.head.replaceChildren()
document.body.replaceChildren()
history.replaceState(null, '', '/')

// After the reset, so that it is the instance that the test file gets.
const { beginNewPage } = await import('#web/src/base/storage/page-store.ts')

// No test inherits the state that the page of an earlier test kept.
afterEach(() => {
  cleanup()
  beginNewPage()
})

// As long as the tests' own patience allows: a busy machine must not fail a test.
configure({ asyncUtilTimeout: 20_000 })
