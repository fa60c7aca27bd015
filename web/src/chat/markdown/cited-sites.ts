// A site that is named in brackets behind what was found there, as OpenAI's models cite: `слова ([site.ru](https://site.ru/page))`. The
// brackets become part of the link, so that its number stands in their place; and it begins no line.
import type { Options } from 'react-markdown'
import { parsedUrl } from '#contract/parsed-url.ts'

interface Node {
  type: string
  value?: string
  url?: string
  children?: Node[]
}

/** A page of a site, with the site's name for its own. */
function isCited({ type, url = '', children }: Node): boolean {
  const address = type === 'link' ? parsedUrl(url) : null
  if (!address || address.href === `${address.origin}/`) return false
  return address.hostname.replace(/^www\./, '') === children?.[0]?.value?.replace(/^www\./, '')
}

function takeBrackets({ children = [] }: Node) {
  for (const [index, child] of children.entries()) {
    const [before, after] = [children[index - 1], children[index + 1]]
    if (before?.value?.endsWith('(') && after?.value?.startsWith(')') && isCited(child)) {
      before.value = before.value.replace(/ ?\($/, (found) => (found === '(' ? '' : '\u00A0'))
      after.value = after.value.slice(1)
      child.children = [{ type: 'text', value: '(' }, ...(child.children ?? []), { type: 'text', value: ')' }]
    } else takeBrackets(child)
  }
}

export const citedSites: NonNullable<Options['remarkPlugins']>[number] = () => takeBrackets
