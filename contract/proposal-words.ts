// Proposals where only texts are shown: to the model in later turns, in saved files, in shared copies.
import type { WorkProposal } from './work-proposal.ts'

const labels: Record<WorkProposal['kind'], string> = {
  picture: 'картинка',
  change: 'изменение картинки',
  film: 'видео',
  voice: 'озвучка'
}

/** One proposal on one line. */
export const proposalLine = ({ kind, prompt }: WorkProposal): string =>
  `Предложено: ${labels[kind]} «${prompt.replace(/\s+/g, ' ').trim()}»`

/** The text of an answer with what it proposes below it. */
export const withProposals = (text: string, proposals: readonly WorkProposal[] | null | undefined): string =>
  proposals?.length ? [text, proposals.map(proposalLine).join('\n\n')].filter(Boolean).join('\n\n') : text
