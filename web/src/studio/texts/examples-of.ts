// Example texts of the image, video and voice pages, apart from the entries: the server has no use for them.
import type { StudioExample } from '#contract/catalogue/entry.ts'
import type { ToolPath } from '#contract/catalogue/menu.ts'
import { dalleExamples } from './dalle.ts'
import { elevenlabsExamples } from './elevenlabs.ts'
import { fluxExamples } from './flux.ts'
import { gptImageEditExamples } from './gpt-image-edit.ts'
import { lumaExamples } from './luma.ts'
import { midjourneyExamples } from './midjourney.ts'
import { runwayExamples } from './runway.ts'
import { stableDiffusionExamples } from './stable-diffusion.ts'
import { veo3Examples } from './veo3.ts'

const examples: Partial<Record<ToolPath, readonly StudioExample[]>> = {
  '/dall-e-3': dalleExamples,
  '/midjourney': midjourneyExamples,
  '/flux': fluxExamples,
  '/stable-diffusion': stableDiffusionExamples,
  '/gpt-image-edit': gptImageEditExamples,
  '/elevenlabs': elevenlabsExamples,
  '/luma': lumaExamples,
  '/veo3': veo3Examples,
  '/runway': runwayExamples
}

/** Empty for the tools, which work without words. */
export const examplesOf = (path: ToolPath): readonly StudioExample[] => examples[path] ?? []
