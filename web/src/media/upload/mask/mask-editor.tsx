import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../base/ui/button.tsx'
import { Dialog } from '../../../base/ui/dialog.tsx'
import { IconButton } from '../../../base/ui/icon-button.tsx'
import type { Size } from '../file/chosen-file.ts'
import { MaskCanvas } from './mask-canvas.tsx'
import { type MaskTool, MaskTools } from './mask-tools.tsx'
import type { Mask } from './use-mask.ts'
import { type Zoom, zoomStep } from './use-zoom.ts'

interface MaskEditorProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Where the picture is shown from. */
  src: string
  size: Size
  mask: Mask
  /** How much is selected, in words. */
  status: string
}

/** Painting over the whole window. Each stroke is in the form at once: closing keeps what was painted. */
export function MaskEditor({ open, onOpenChange, src, size, mask, status }: MaskEditorProps) {
  const [tool, setTool] = useState<MaskTool>('brush')
  const [brushSize, setBrushSize] = useState(8)
  const radius = (Math.max(size.width, size.height) * brushSize) / 200
  return (
    <Dialog
      side="full"
      open={open}
      onOpenChange={onOpenChange}
      title="Закрасьте область"
      staysOnOutsideClick
      className="flex flex-col"
    >
      {/* The form behind it hears what is typed here, and would be sent by its keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- as above */}
      <div onKeyDown={(event) => event.stopPropagation()} className="flex min-h-0 grow flex-col">
        <MaskCanvas image={src} size={size} mask={mask} radius={radius} tool={tool}>
          {(zoom) => <ZoomButtons zoom={zoom} />}
        </MaskCanvas>
        <div className="flex flex-col gap-x-6 gap-y-1 border-t border-line px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:flex-row lg:items-center">
          <MaskTools mask={mask} tool={tool} onTool={setTool} brushSize={brushSize} onBrushSize={setBrushSize} />
          <div className="flex items-center gap-3 lg:shrink-0">
            <output className="grow text-caption text-ink-soft lg:max-w-64">{status}</output>
            <Button variant="accent" onClick={() => onOpenChange(false)}>
              Готово
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
  )
}

const number = new Intl.NumberFormat('ru-RU', { style: 'percent' })

const ZoomButtons = ({ zoom: { zoom, zoomTo, canGrow, canShrink } }: { zoom: Zoom }) => (
  <div className="absolute right-3 bottom-3 flex items-center rounded-control border border-line bg-raised shadow-raised">
    <IconButton
      label="Уменьшить масштаб"
      icon={<Minus size={18} />}
      disabled={!canShrink}
      onClick={() => zoomTo(zoom / zoomStep)}
    />
    <output aria-label="Масштаб" className="min-w-12 text-center text-caption tabular-nums">
      {number.format(zoom)}
    </output>
    <IconButton
      label="Увеличить масштаб"
      icon={<Plus size={18} />}
      disabled={!canGrow}
      onClick={() => zoomTo(zoom * zoomStep)}
    />
  </div>
)
