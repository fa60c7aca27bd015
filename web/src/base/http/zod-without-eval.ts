/**
 * Stops zod from compiling its parsers with `new Function`: the Content-Security-Policy forbids it and reports even the
 * attempt. Must run before the first schema is created. It writes the global that zod reads its settings from, because
 * importing zod here would add it to the first load of every page.
 */
export const forbidEvalInZod = () => Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
