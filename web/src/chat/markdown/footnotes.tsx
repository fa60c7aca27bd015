import { createContext, use, type MouseEvent, type ReactNode } from 'react'
import { CornerLeftUp } from 'lucide-react'
import type { Section } from './answer-sections.ts'

export interface Footnotes {
  /** The names of the footnotes that the answer explains, between spaces. */
  names: string
  /** Draws the part of the answer in which a footnote is explained or mentioned, and then goes there. */
  go: (from: Element, selector: string) => void
}

export const FootnotesOfAnswer = createContext<Footnotes>({ names: '', go: () => undefined })

const namesIn = new WeakMap<Section, string>()

function namesOfSection(section: Section): string {
  const known = namesIn.get(section)
  if (known !== undefined) return known
  const names = section
    .filter(({ kind, source }) => kind === 'markdown' && source.includes('[^'))
    .flatMap(({ source }) => Array.from(source.matchAll(/^ {0,3}\[\^([^\]\s[^]{1,40})\]:/gm), ([, name]) => name))
    .join(' ')
  namesIn.set(section, names)
  return names
}

/** The names of the footnotes that an answer explains, between spaces: equal for equal names, however the answer has grown. */
export const namesOfFootnotes = (sections: readonly Section[]): string =>
  ` ${sections.map(namesOfSection).filter(Boolean).join(' ')} `

const selectorOf = (kind: 'footnote' | 'mark', name: string) => `[data-${kind}="${CSS.escape(name)}"]`

/** The mark of a footnote in the text. Without an explanation it stays what the model wrote. */
export function FootnoteMark({ name }: { name: string }) {
  const { names, go } = use(FootnotesOfAnswer)
  if (!names.includes(` ${name} `)) return <span>{`[^${name}]`}</span>
  const onClick = (event: MouseEvent) => go(event.currentTarget, selectorOf('footnote', name))
  return (
    <sup>
      <button type="button" className="footnote-mark" data-mark={name} aria-label={`Сноска ${name}`} onClick={onClick}>
        {name}
      </button>
    </sup>
  )
}

export function Footnote({ name, children }: { name: string; children?: ReactNode }) {
  const { go } = use(FootnotesOfAnswer)
  return (
    <p className="footnote" data-footnote={name} tabIndex={-1} dir="auto">
      <span className="footnote-name">{name}</span>
      <span>
        {children}{' '}
        <button
          type="button"
          className="footnote-back"
          aria-label={`Назад к тексту, сноска ${name}`}
          onClick={(event) => go(event.currentTarget, selectorOf('mark', name))}
        >
          <CornerLeftUp size={14} aria-hidden />
        </button>
      </span>
    </p>
  )
}
