import { AudioLines, Brush, Clapperboard, Eraser, Expand, Layers2, WandSparkles } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Job, JobFile } from '#contract/jobs.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { nextSteps, type NextStep } from './next-steps.ts'

const icons: Record<NextStep['name'], typeof Expand> = {
  edit: WandSparkles,
  replace: Brush,
  upscale: Expand,
  background: Eraser,
  variations: Layers2,
  animate: Clapperboard,
  voice: AudioLines
}

/** Links to the tools that go on with a result. */
export function WhatNext({ job, file }: { job: Job; file: JobFile }) {
  const steps = nextSteps(job, file)
  if (steps.length === 0) return null
  return (
    <ul aria-label="Что дальше" className="flex flex-wrap gap-1.5">
      {steps.map(({ name, label, hint, to }) => {
        const Icon = icons[name]
        return (
          <li key={name}>
            <Link
              to={to}
              title={hint}
              className={buttonClass({ variant: 'ghost', size: 'small', className: 'bg-sunken px-2.5!' })}
            >
              <Icon size={15} className="text-ink-faint" aria-hidden />
              <span>{label}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
