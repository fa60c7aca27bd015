import type { ReactNode } from 'react'

/** The text that a tree of elements shows. */
export function plainText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map((child: ReactNode) => plainText(child)).join('')
  if (typeof node !== 'object' || node === null || !('props' in node)) return ''
  const { children } = node.props as { children?: ReactNode }
  return plainText(children)
}
