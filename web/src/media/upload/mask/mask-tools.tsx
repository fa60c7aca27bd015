import { Brush, Contrast, Eraser, Trash2, Undo2 } from 'lucide-react'
import { clsx } from 'clsx'
import { IconButton } from '../../../base/ui/icon-button.tsx'
import { Range } from '../../../base/ui/range.tsx'
import type { Mask } from './use-mask.ts'

interface MaskToolsProps {
  mask: Mask
  erases: boolean
  onErases: (erases: boolean) => void
  /** In percent of the picture's longer side. */
  brushSize: number
  onBrushSize: (brushSize: number) => void
}

const chosen = (isChosen: boolean) => clsx(isChosen && 'bg-pressed text-ink!')

export const MaskTools = ({ mask, erases, onErases, brushSize, onBrushSize }: MaskToolsProps) => (
  <div role="toolbar" aria-label="Инструменты выделения" className="mt-2 flex flex-wrap items-center gap-1">
    <IconButton
      label="Кисть"
      aria-pressed={!erases}
      icon={<Brush size={19} />}
      onClick={() => onErases(false)}
      className={chosen(!erases)}
    />
    <IconButton
      label="Ластик"
      aria-pressed={erases}
      icon={<Eraser size={19} />}
      onClick={() => onErases(true)}
      className={chosen(erases)}
    />
    <Range
      label="Размер кисти"
      value={brushSize}
      min={1}
      max={30}
      valueText={`${brushSize}% изображения`}
      onChange={onBrushSize}
      className="mx-2 w-0 min-w-24 grow"
    />
    <div className="flex gap-1">
      <IconButton label="Отменить последнее" icon={<Undo2 size={19} />} disabled={!mask.canUndo} onClick={mask.undo} />
      <IconButton
        label="Обратить выделение"
        icon={<Contrast size={19} />}
        onClick={() => mask.add({ kind: 'invert' })}
      />
      <IconButton
        label="Очистить выделение"
        icon={<Trash2 size={19} />}
        disabled={mask.coverage === 0}
        onClick={() => mask.add({ kind: 'clear' })}
      />
    </div>
  </div>
)
