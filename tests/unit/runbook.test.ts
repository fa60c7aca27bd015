// Who is called by an alarm finds it in the runbook, and the runbook speaks of no other.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type AlarmKind, alarmKinds, alarmSeverities } from '#contract/alarm-kinds.ts'
import { alarmDescriptions } from '#contract/alarms.ts'
import { root } from '#scripts/base/root.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

const sections = new Map(
  read('docs/runbook.md')
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n')
      return [title, lines.join('\n')] as const
    })
)
const ofAlarms = [...sections].filter(([title]) => !title.startsWith('How '))

test('every alarm has its section, and every section its alarm', () => {
  expect(ofAlarms.map(([title]) => title).toSorted()).toEqual(alarmKinds.toSorted())
})

test.each(ofAlarms)('%s: what it means, what to look at, what to do, and when it is over', (kind, section) => {
  const { title } = alarmDescriptions[kind as AlarmKind]
  const severity = alarmSeverities[kind as AlarmKind]
  expect(section).toContain(`«${title}», ${severity}`)
  const labels = [...section.matchAll(/^- \*\*([^*]+)\*\*/gm)].map(([, label]) => label)
  expect(section.split('\n').length).toBeLessThanOrEqual(10)
  expect(labels).toEqual(['Means', 'Look at', 'Do', 'Over when'])
})
