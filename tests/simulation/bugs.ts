// Bugs that a product like this one can have, one for each invariant. They are put around the real code, or into what surrounds it: the
// product has no switch for them. Each is one that others have reported of theirs, or that a careless change would make.
import type { User } from '#durable-objects/user/user.ts'
import type { HistoryRow } from '#durable-objects/wallet/calls.ts'
import type { ObjectFlaws } from './ports/object.ts'
import type { Rewrite } from './ports/d1.ts'
import type { Answer } from './ports/response.ts'
import type { Shop } from './ports/shop.ts'
import type { World } from './world.ts'
import { d1Bugs } from './bugs/d1.ts'
import { journalBugs } from './bugs/journal.ts'
import { objectBugs } from './bugs/objects.ts'
import { worldBugs } from './bugs/world.ts'

export interface Bug {
  /** The invariant that catches it. */
  breaks: string
  /** How much goes wrong, where it takes an accident to see the bug. */
  faultRate?: number
  flaws?: ObjectFlaws
  rewrites?: Rewrite
  distortsShop?: (shop: Shop) => (path: string, answer: Answer) => Answer
  losesFiles?: boolean
  losesKeys?: boolean
  hides?: (row: HistoryRow) => boolean
  /** Changes the methods of a user's object as it is made. */
  spoils?: (user: User, world: World) => void
}

export const bugs: Record<string, Bug> = { ...journalBugs, ...objectBugs, ...d1Bugs, ...worldBugs }
