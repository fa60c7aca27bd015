// The settings of a studio page and the operation id under which they will be charged. The same request keeps its id
// through a double click, a reload, a second tab, a failed attempt and a payment. Changed settings get a new id.
import { z } from 'zod'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { operationId } from '#contract/validation.ts'
import { keptDrafts } from '../../base/storage/kept-draft.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { unsentKey } from '../../base/storage/unsent.ts'

export interface StudioDraft {
  /** The `Idempotency-Key` of the next request. */
  operationId: string
  /** All settings without files, which are stored apart. */
  values: ParameterValues
  /** Fingerprint of the request that was submitted under the id; null before. */
  sent: string | null
  /** User id, null for a visitor. Another user of this browser gets a new draft. */
  owner: string | null
}

export const newDraft = (owner: string | null, values: ParameterValues): StudioDraft => ({
  operationId: newOperationId(),
  values,
  sent: null,
  owner
})

/** The draft to submit: the same id for the same request, a new one for another. */
export const sending = (draft: StudioDraft, fingerprint: string): StudioDraft => ({
  ...draft,
  sent: fingerprint,
  operationId: draft.sent === null || draft.sent === fingerprint ? draft.operationId : newOperationId()
})

/** Whether the reader may see what the owner left: a user takes over a visitor's draft, never another user's. */
export const mayHave = (owner: string | null, reader: string | null): boolean => owner === null || owner === reader

const prime = 0x01000193
const seeds = [0x811c9dc5, 0x9e3779b9]

/**
 * A short hash of a request, files included. FNV-1a with two seeds, because `crypto.subtle` is missing on pages opened
 * by an address in the local network. The server compares the requests themselves.
 */
export function fingerprintOf(parameters: ParameterValues): string {
  const text = JSON.stringify(Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return seeds.map((seed) => hash(text, seed).toString(16)).join('-')
}

function hash(text: string, seed: number): number {
  let value = seed
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), prime)
  return value >>> 0
}

const stored = z.object({
  operationId,
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  sent: z.string().nullable(),
  owner: z.string().nullable()
})

export const studioDraftKey = (path: string): string => unsentKey('studio', path)

export const studioDrafts = keptDrafts<StudioDraft>(stored)
