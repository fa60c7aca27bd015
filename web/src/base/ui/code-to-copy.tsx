import { CopyButton } from './copy-button.tsx'

interface CodeToCopyProps {
  name: string
  text: string
  onCopied?: (() => void) | undefined
}

/** A text to copy, under its name. */
export const CodeToCopy = ({ name, text, onCopied }: CodeToCopyProps) => (
  <figure className="overflow-hidden rounded-card border border-line bg-sunken">
    <figcaption className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-1 pr-1 pl-4 text-small text-ink-soft">
      <span>{name}</span>
      <CopyButton text={text} what={name} variant="ghost" size="small" onCopied={onCopied} />
    </figcaption>
    {/* Wrapped, so that the whole of a key can be seen. */}
    <pre translate="no" className="p-4 font-mono text-caption wrap-anywhere whitespace-pre-wrap">
      <code>{text}</code>
    </pre>
  </figure>
)
