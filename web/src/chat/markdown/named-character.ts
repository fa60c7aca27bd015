// Tells which character a name of HTML stands for, `laquo` for instance. The browser has the table of two thousand names.

interface Rules {
  createHTML(text: string): unknown
}

/** As far as it is used here; browsers without Trusted Types have none. */
const types: typeof globalThis & { trustedTypes?: { createPolicy(name: string, rules: Rules): Rules } } = globalThis

/** A name of letters and digits is no element, so nothing that it could become runs. */
const asText: Rules = { createHTML: (name) => `&${/^[a-z\d]+$/i.test(name) ? name : ''};` }

let policy: Rules | undefined

/** In place of the package of this name, with its signature. */
export function decodeNamedCharacterReference(name: string): string | false {
  policy ??= types.trustedTypes?.createPolicy('named-character', asText) ?? asText
  const element = document.createElement('i')
  Object.assign(element, { innerHTML: policy.createHTML(name) })
  const text = element.textContent
  // `&notit;` becomes `¬it;`, because some names need no semicolon.
  return text.endsWith(';') && name !== 'semi' ? false : text
}
