// Tells which character a name of HTML stands for, `laquo` for instance. The browser has the table of two thousand names.

interface Rules {
  createHTML(name: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: Rules): Rules
}

/** A name of letters and digits makes no element, so nothing that an answer holds can run. */
const rules: Rules = { createHTML: (name) => `&${/^[a-z\d]+$/i.test(name) ? name : ''};` }

/** The site's Content-Security-Policy refuses HTML that no Trusted Types policy has made. Made at the first name, and once. */
let policy: Rules | undefined

/** What the browser has answered: an answer that arrives is drawn again and again. */
const known = new Map<string, string | false>()

/** In place of the package of this name, with its signature. */
export function decodeNamedCharacterReference(name: string): string | false {
  const character = known.get(name) ?? decoded(name)
  known.set(name, character)
  return character
}

function decoded(name: string): string | false {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('named-character', rules) ?? rules
  const element = document.createElement('i')
  element.innerHTML = policy.createHTML(name)
  const text = element.textContent
  // `&notit;` becomes `¬it;`, because some names need no semicolon.
  return text.endsWith(';') && name !== 'semi' ? false : text
}
