import { headOf, type HeadTag } from './page-head.ts'

/** The site's origin as configured for the build, else the browser's. */
const siteOrigin = (): string => import.meta.env.VITE_SITE_ORIGIN || window.location.origin

function show({ element, by, key, value }: HeadTag) {
  const found = document.head.querySelector(`${element}[${by}="${key}"]`)
  if (value === null) return found?.remove()
  const tag = found ?? document.createElement(element)
  tag.setAttribute(by, key)
  tag.setAttribute(element === 'link' ? 'href' : 'content', value)
  if (!found) document.head.append(tag)
}

/** Updates the head for the page at an address. */
export function showHead(pathname: string): void {
  for (const tag of headOf(pathname, siteOrigin())) show(tag)
}
