// Bugs that a product like this one can have, one for each invariant. They are put around the real code, or into what surrounds it: the
// product has no switch for them. Each is one that others have reported of theirs, or that a careless change would make.
import { d1Bugs } from './bugs/d1.ts'
import { journalBugs } from './bugs/journal.ts'
import { objectBugs } from './bugs/objects.ts'
import { worldBugs } from './bugs/world.ts'
import type { Bug } from './world/world.ts'

export const bugs: Record<string, Bug> = { ...journalBugs, ...objectBugs, ...d1Bugs, ...worldBugs }
