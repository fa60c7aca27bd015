// The test runner shares one loading of a module between all requests of the runtime, which lets no request wait for another's: two
// requests that load the same module at once hang for good, and with them the whole run. So tests load everything before they begin. And what pages load when they need it.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const setup = read('tests/support/worker/setup.ts')

const sourceFiles = ['worker', 'durable-objects', 'providers', 'data', 'domain']
  .flatMap((layer) =>
    readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' }).map((file) => `${layer}/${file}`)
  )
  // The setup loads all of its rooms.
  .filter((file) => file.endsWith('.ts') && file !== 'worker/rooms.ts')

const lateImports = (file: string): string[] =>
  [...read(file).matchAll(/\bimport\('([^']+)'\)/g)].map(([, module = '']) =>
    module.startsWith('.') ? `#${join(dirname(file), module)}` : module
  )

test('what the Worker loads when it needs it is loaded before its tests', () => {
  const late = sourceFiles.flatMap(lateImports)
  expect(late).toContain('#durable-objects/metering/metering.ts')
  expect(late.filter((module) => !setup.includes(`import '${module}'`))).toEqual([])
  expect(setup).toContain('rooms.map(({ load }) => load())')
  // What is kept of a loaded module is kept from the first request on.
  expect(setup).toContain('await makeFirstRequests()')
})

/** Without a network these show something else in their place. */
const bounded = ['web/src/app/shell/top-bar.tsx', 'web/src/chat/create/create-button.tsx']

test('a part that a page loads later takes no page away where there is no network: base/page/late.ts, base/ui/late-dialog.tsx', () => {
  const plain = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `web/src/${file}`)
    .filter((file) => file.endsWith('.tsx') && /lazy\(async \(\) => \(\{ default: \(await/.test(read(file)))
  expect(plain.toSorted()).toEqual(bounded)
})

test('what an order needs fails without a network as the call itself, and what is read again and again reloads no page', () => {
  const raw = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && /await import\('#contract\/job-orders/.test(read(`web/src/${file}`))
  )
  expect(raw).toEqual([])
})
