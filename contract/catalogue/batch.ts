// Several results of one request: each is a job of its own, with its own id, reservation and end, so that a batch of
// which a part failed is charged for what it delivered.
import type { StudioEntry } from './entry.ts'
import type { ChoiceParameter, ParameterValues } from './parameters.ts'
import { priceOf } from './price.ts'

export const batchSizeMax = 4

const countName = 'count'

/** «Сколько», for the entries that offer it. */
export const batchChoice: ChoiceParameter = {
  kind: 'choice',
  name: countName,
  label: 'Сколько',
  options: Array.from({ length: batchSizeMax }, (_, index) => ({ value: `${index + 1}`, label: `${index + 1}` })),
  default: '1'
}

/** How many jobs the request asks for. */
export const batchSizeOf = (parameters: ParameterValues): number => Number(parameters[countName] ?? 1)

/** The parameters of each single job. */
export const parametersOfOne = (parameters: ParameterValues): ParameterValues =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => name !== countName))

/** The price of all jobs of the request, in whole tokens. @throws UnknownPrice */
export const batchPriceOf = (entry: Pick<StudioEntry, 'id' | 'price'>, parameters: ParameterValues): number =>
  priceOf(entry, parameters) * batchSizeOf(parameters)

/** Of ids of batches: shorter than other ids, because the jobs' own ids are made from it. */
export const batchIdLengthMax = 60

/**
 * The operation id of a job of a batch: the first has the id of the batch itself.
 * @param index from 0
 */
export const operationIdAt = (batchId: string, index: number): string =>
  index === 0 ? batchId : `${batchId}-${index + 1}`
