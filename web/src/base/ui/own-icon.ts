import { type ComponentProps, createElement } from 'react'

interface IconData {
  name: string
  /** The elements of the drawing, which never change. */
  node: readonly (readonly [string, Readonly<Record<string, string>>])[]
}

type IconProps = ComponentProps<'svg'> & { size?: number }

/** An icon of lucide, drawn as `createLucideIcon` draws it with the properties that the pages give: web/own-icons.ts puts it in its place. */
export const ownIcon =
  ({ name, node }: IconData) =>
  ({ size = 24, className, ...others }: IconProps) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name}${className ? ` ${className}` : ''}`,
        // A decoration, unless it has words.
        'aria-hidden': !('aria-label' in others) || undefined,
        ...others
      },
      ...node.map(([element, attributes]) => createElement(element, attributes))
    )
