import { Brush, Contrast, Eraser, LassoSelect, Redo2, SquareDashed, Trash2, Undo2 } from 'lucide-react'
import { clsx } from 'clsx'
import { IconButton } from '../../../base/ui/icon-button.tsx'
import { Range } from '../../../base/ui/range.tsx'
import type { Mask } from './use-mask.ts'

export type MaskTool = 'brush' | 'eraser' | 'lasso'

interface MaskToolsProps {
  mask: Mask
  tool: MaskTool
  onTool: (tool: MaskTool) => void
  /** In percent of the picture's longer side. */
  brushSize: number
  onBrushSize: (brushSize: number) => void
}

const tools: { name: MaskTool; label: string; Icon: typeof Brush }[] = [
  { name: 'brush', label: 'Кисть', Icon: Brush },
  { name: 'eraser', label: 'Ластик', Icon: Eraser },
  { name: 'lasso', label: 'Лассо', Icon: LassoSelect }
]

export const MaskTools = ({ mask, tool, onTool, brushSize, onBrushSize }: MaskToolsProps) => (
  <div role="toolbar" aria-label="Инструменты выделения" className="flex grow flex-wrap items-center gap-x-3 gap-y-1">
    <div className="flex gap-1">
      {tools.map(({ name, label, Icon }) => (
        <IconButton
          key={name}
          label={label}
          aria-pressed={tool === name}
          icon={<Icon size={19} />}
          onClick={() => onTool(name)}
          className={clsx(tool === name && 'bg-pressed text-ink!')}
        />
      ))}
    </div>
    <Range
      label="Размер кисти"
      value={brushSize}
      min={1}
      max={30}
      valueText={`${brushSize}% изображения`}
      onChange={onBrushSize}
      className="w-0 min-w-24 grow"
    />
    <div className="flex gap-1">
      <IconButton label="Отменить последнее" icon={<Undo2 size={19} />} disabled={!mask.canUndo} onClick={mask.undo} />
      <IconButton label="Вернуть отменённое" icon={<Redo2 size={19} />} disabled={!mask.canRedo} onClick={mask.redo} />
      <IconButton
        label="Выделить всё"
        icon={<SquareDashed size={19} />}
        disabled={mask.coverage === 1}
        onClick={() => mask.add({ kind: 'all' })}
      />
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
