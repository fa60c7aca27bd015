import { useId } from 'react'
import type { AnswerSource } from '#contract/answer-sources.ts'
import { parsedUrl } from '#contract/parsed-url.ts'

/** The pages that an answer names. Nothing is loaded from them before the user opens one. */
export function SourceList({ sources }: { sources: readonly AnswerSource[] }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="mt-4 border-t border-line pt-3 text-small">
      <p id={headingId} className="mb-1.5 font-medium text-ink-soft">
        Источники
      </p>
      <ol className="flex flex-col gap-1">
        {sources.map((source, index) => (
          <li key={source.url} className="flex items-baseline gap-2">
            <span aria-hidden className="min-w-4 shrink-0 text-right text-ink-faint tabular-nums">
              {index + 1}
            </span>
            <Source source={source} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The address is checked again where it becomes a link: an answer may be older than the rule on the server. */
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)
const siteOf = (url: string): string => (parsedUrl(url)?.hostname ?? '').replace(/^www\./, '')

function Source({ source: { url, title } }: { source: AnswerSource }) {
  const site = siteOf(url)
  const text = (
    <>
      <bdi>{title}</bdi>
      {site !== title && <span className="text-ink-faint">{` · ${site}`}</span>}
    </>
  )
  if (!isWebAddress(url)) return <span className="min-w-0 wrap-anywhere">{text}</span>
  return (
    <a
      href={url}
      title={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="min-w-0 wrap-anywhere text-ink underline decoration-line-strong underline-offset-3 hover:decoration-current pointer-coarse:py-1.5"
    >
      {text}
    </a>
  )
}
