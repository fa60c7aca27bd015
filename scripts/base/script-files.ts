// Which modules of the script stand together in one file. By itself the bundler makes a file for each set of rooms that share something,
// and half of them were hardly more than their lists of imports.

/** What an isolate starts with: divided by who else imports it, it would be fifty files. */
const start = { name: 'start', tags: ['$initial' as const] }

/**
 * Modules that nearly the same rooms load, by the name of their file. What they import goes with them unless a line above has it, and no room
 * may load much that it does not need: scripts/script-size.ts prints what each begins with.
 */
const together: Readonly<Record<string, readonly string[]>> = {
  fields: ['providers/http/fields'],
  request: [
    'contract/endpoint',
    'durable-objects/stubs',
    'worker/http/client-address',
    'worker/http/context',
    'worker/http/field-texts'
  ],
  limit: ['worker/http/admitted', 'worker/http/limit'],
  tables: ['email-changes', 'invitations', 'outgoing-mails', 'payments', 'receipts', 'refunds', 'ways-in'].map(
    (name) => `data/directory/schema-${name}`
  ),
  http: ['providers/http/deadline', 'providers/http/error-code', 'providers/http/http'],
  mails: [
    'contract/identity-providers',
    'providers/mail/[^/]+',
    'worker/mails/layout',
    'worker/mails/send-later',
    'worker/people/sign-out-pages'
  ]
}

const names = (module: string, root: string, path: string): boolean =>
  path.startsWith(`${root}/`) && new RegExp(`^${module}\\.ts$`).test(path.slice(root.length + 1))

/** As the bundler takes them: a module belongs to the first that names it. */
export const filesOfScript = (root: string) => [
  start,
  ...Object.entries(together).map(([name, modules]) => ({
    name,
    test: (path: string) => modules.some((module) => names(module, root, path))
  }))
]

/** What is named above and is no module of the script any more: it has moved, and stands in a file of its own. @param paths of all modules */
export const namedInVain = (root: string, paths: readonly string[]): string[] =>
  Object.values(together)
    .flat()
    .filter((module) => !paths.some((path) => names(module, root, path)))
