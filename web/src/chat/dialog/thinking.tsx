import { useEffect, useState } from 'react'
import { ChevronRight } from 'lucide-react'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'

/** What the model thinks, folded. @param thinks the text of the answer has not begun */
export function Thinking({ text, thinks }: { text: string; thinks: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="mb-3 text-small text-ink-soft open:mb-5"
    >
      <summary className="flex min-h-8 w-fit cursor-pointer list-none items-center gap-1.5 rounded-control pr-2 select-none hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight size={16} aria-hidden className={open ? 'rotate-90 transition' : 'transition'} />
        {thinks ? <ThinkingTime /> : <span>Размышления</span>}
      </summary>
      {open && (
        // What a translator left while the text grew, it takes when it comes anew.
        <div
          key={String(thinks)}
          translate={thinks ? 'no' : undefined}
          className="mt-1 ml-2 border-l-2 border-line pl-4"
        >
          <LazyMarkdown text={text} sections={null} />
        </div>
      )}
    </details>
  )
}

/** Seconds since the first thought has come. */
function ThinkingTime() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const since = Date.now()
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <span>Размышляет…</span>
      {seconds > 0 && <span className="text-ink-faint tabular-nums">{`${seconds} с`}</span>}
    </>
  )
}
