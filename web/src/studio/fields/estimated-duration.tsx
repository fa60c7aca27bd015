import { estimatedSeconds } from '#contract/catalogue/voice.ts'

export const EstimatedDuration = ({ text }: { text: string }) => <>Длительность: около {estimatedSeconds(text)} с</>
