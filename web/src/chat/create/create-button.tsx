import { lazy, Suspense, type Ref, useState } from 'react'
import { Sparkles } from 'lucide-react'
import { menuGroups } from '#contract/catalogue/menu.ts'
import { Button } from '../../base/ui/button.tsx'
import { FailureBoundary } from '../../base/ui/failure-boundary.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { useUnconnected } from '../../base/session/unconnected.ts'
import type { CreatePanelProps } from './create-panel.tsx'

const toolPaths = menuGroups.filter(({ id }) => id !== 'text').flatMap(({ items }) => items.map(({ path }) => path))

/** Whether there is anything to create works with. */
export function useCreates(): boolean {
  const isUnconnected = useUnconnected()
  return !toolPaths.every(isUnconnected)
}

interface CreateButtonProps {
  ref: Ref<HTMLButtonElement>
  isOpen: boolean
  disabled: boolean
  className?: string | undefined
  onClick: () => void
}

/** Opens and closes the panel; nothing while no tool is connected. */
export function CreateButton({ ref, isOpen, className, ...rest }: CreateButtonProps) {
  const creates = useCreates()
  if (!creates) return null
  return (
    <IconButton
      {...rest}
      ref={ref}
      label="Создать"
      title="Создать картинку, видео или голос"
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'create-panel' : undefined}
      icon={<Sparkles size={19} />}
      className={isOpen ? `bg-accent-soft text-accent-strong ${className ?? ''}` : className}
    />
  )
}

const load = () => lazy(async () => ({ default: (await import('./create-panel.tsx')).CreatePanel }))

/** The panel, loaded when it is first opened. */
export function LatePanel(props: CreatePanelProps) {
  const [Panel, setPanel] = useState(load)
  return (
    <FailureBoundary drawn={Panel} failure={<Unloaded onRetry={() => setPanel(load)} />}>
      <Suspense fallback={<Skeleton className="m-3 h-36" />}>
        <Panel {...props} />
      </Suspense>
    </FailureBoundary>
  )
}

const Unloaded = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 border-b border-line p-3 text-small">
    <p className="grow">Не удалось открыть панель</p>
    <Button variant="secondary" size="small" onClick={onRetry}>
      Повторить
    </Button>
  </div>
)
