/**
 * zod compiles its parsers with `new Function`, which the Content-Security-Policy forbids; even trying is reported as a
 * violation. It asks when a schema is made, so this is to run before the first one, and through the global in which
 * zod keeps its settings: importing zod here would bring it into the first load of every page.
 */
export const forbidEvalInZod = () => Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
