import { expect, test } from 'vitest'
import { groupScale } from '#scripts/group-memory.ts'

// In a container the second may be number 1, and all that there is.
const [member, later] = [String(process.pid), String(process.ppid)]
const group = 77

/** The state of a process whose name has a space; it holds three pages. */
const stateIn = (id: number) => `1 (a name) S 1 ${id} ${'0 '.repeat(18)}3 0`

test('a group is weighed with who is born later; processes of other groups are read once', () => {
  let isBorn = false
  let read: string[] = []
  const weigh = groupScale(group, (id) => {
    read.push(id)
    if (id === later) return isBorn ? stateIn(group) : null
    return stateIn(id === member ? group : group + 1)
  })
  expect(weigh()).toBe(3 * 4096)

  isBorn = true
  const before = new Set(read)
  read = []
  expect(weigh()).toBe(6 * 4096)
  // Others may have begun meanwhile.
  expect(read.filter((id) => before.has(id)).toSorted()).toEqual([member, later].toSorted())
})
