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

const isSite = ({ href, origin }: URL): boolean => href === `${origin}/`
const nameOf = ({ hostname }: URL): string => hostname.replace(/^www\./, '')

/** A page of a site, with the site's name for its own. */
function isCited({ type, url = '', children }: Node): boolean {
  const address = type === 'link' ? parsedUrl(url) : null
  if (!address || isSite(address)) return false
  // As an address «пример.рф» has Latin letters.
  const named = parsedUrl(`https://${children?.[0]?.value}`)
  return named !== null && isSite(named) && nameOf(named) === nameOf(address)
}

function takeBrackets({ children = [] }: Node) {
  for (const [index, child] of children.entries()) {
    const [before, after] = [children[index - 1], children[index + 1]]
    // Not code, which is as the model wrote it.
    const isText = before?.type === 'text' && after?.type === 'text'
    if (isText && before.value?.endsWith('(') && after.value?.startsWith(')') && isCited(child)) {
      before.value = before.value.replace(/ ?\($/, (found) => (found === '(' ? '' : '\u00A0'))
      after.value = after.value.slice(1)
      child.children = [{ type: 'text', value: '(' }, ...(child.children ?? []), { type: 'text', value: ')' }]
    } else takeBrackets(child)
  }
}

export const citedSites: NonNullable<Options['remarkPlugins']>[number] = () => takeBrackets
