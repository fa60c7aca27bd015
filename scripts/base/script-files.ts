// Which modules of the script stand together in one file. By itself the bundler makes a file for each set of rooms that share something,
// and half of them were hardly more than their lists of imports.

/** What an isolate starts with: divided by who else imports it, it would be fifty files. */
const start = { name: 'start', tags: ['$initial' as const] }

/**
 * Modules that nearly the same rooms load, by the name of their file. What they import goes with them unless a line above has it, and no room
 * may load much that it does not need: scripts/script-size.ts prints what each begins with.
 */
const together: Readonly<Record<string, string>> = {
  fields: 'providers/http/fields',
  request: 'contract/endpoint|durable-objects/stubs|worker/http/(client-address|context|field-texts)',
  limit: 'worker/http/(admitted|limit)',
  tables: 'data/directory/schema-(email-changes|invitations|outgoing-mails|payments|receipts|refunds|ways-in)',
  http: 'providers/http/(deadline|error-code|http)',
  mails: 'contract/identity-providers|providers/mail/[^/]+|worker/(mails/(layout|send-later)|people/sign-out-pages)'
}

/** As the bundler takes them: a module belongs to the first that names it. */
export const filesOfScript = (root: string) => [
  start,
  ...Object.entries(together).map(([name, modules]) => ({
    name,
    test: (path: string) =>
      path.startsWith(`${root}/`) && new RegExp(`^(${modules})\\.ts$`).test(path.slice(root.length + 1))
  }))
]
