import { lazy, Suspense, useState } from 'react'
import { WandSparkles } from 'lucide-react'
import { unsentKey } from '../../base/storage/unsent.ts'
import { Button } from '../../base/ui/button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import type { DescribedForm } from './help-panel.tsx'

const HelpPanel = lazy(async () => ({ default: (await import('./help-panel.tsx')).HelpPanel }))

/** Below the prompt: opens the helper that makes a rich description out of a short idea. */
export function PromptHelp(form: DescribedForm) {
  const { entry, session, onFill } = form
  const [isOpen, setOpen] = useState(() => isAsked(entry.path))
  if (entry.kind !== 'image' && entry.kind !== 'video') return null
  const close = () => {
    setOpen(false)
    // The button with the focus is gone with the panel.
    onFill({})
  }
  return (
    <div className="-mt-4 flex flex-col gap-2">
      <Button
        variant="ghost"
        size="small"
        aria-expanded={isOpen}
        icon={<WandSparkles size={16} className="text-accent" aria-hidden />}
        onClick={() => setOpen(!isOpen)}
        className="-ml-3 self-start"
      >
        Помочь с описанием
      </Button>
      {isOpen && session.status !== 'loading' && (
        <Suspense fallback={<Skeleton className="h-52 w-full rounded-card" />}>
          <HelpPanel {...form} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

/** Whether a description was asked for here and not used: whose it is, the panel finds out. */
function isAsked(path: string): boolean {
  try {
    return localStorage.getItem(unsentKey('help', path)) !== null
  } catch {
    return false
  }
}
