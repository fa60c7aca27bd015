// Example texts of the image, video and voice pages, apart from the entries: the server has no use for them.
import type { StudioExample } from './entry.ts'
import type { ToolPath } from './menu.ts'
import { dalleExamples } from './studio-texts/dalle.ts'
import { elevenlabsExamples } from './studio-texts/elevenlabs.ts'
import { fluxExamples } from './studio-texts/flux.ts'
import { gptImageEditExamples } from './studio-texts/gpt-image-edit.ts'
import { lumaExamples } from './studio-texts/luma.ts'
import { midjourneyExamples } from './studio-texts/midjourney.ts'
import { runwayExamples } from './studio-texts/runway.ts'
import { stableDiffusionExamples } from './studio-texts/stable-diffusion.ts'
import { veo3Examples } from './studio-texts/veo3.ts'

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
