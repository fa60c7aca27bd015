// React keeps a stack trace of each element that a component makes, up to ten thousand a second, only to print it beside a warning. Tests
// of pages take a tenth longer for it, so React is told that it has kept enough of them.
import * as React from 'react'

const [, internals] = Object.entries<unknown>(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS')) ?? []
if (!(internals instanceof Object && 'recentlyCreatedOwnerStacks' in internals))
  throw new Error('React counts its stack traces in another way: see without-owner-stacks.ts')
const set = () => {}
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set })
