import { describe, expect, it } from 'vitest'
import { comparable, type FileJob, fileDifferences, type ResultFile } from '#domain/reconciliation-files.ts'

const hourMs = 3_600_000
const now = 1000 * 24 * hourMs
const longAgo = now - 48 * hourMs

const made: FileJob = {
  id: 'a',
  step: 'completed',
  failure: null,
  files: [{ index: 0, sizeBytes: 10 }],
  finishedAt: longAgo,
  deletedAt: null
}
const file: ResultFile = { key: 'results/a/0', jobId: 'a', index: 0, sizeBytes: 10, uploadedAt: longAgo }

describe('the files of a job', () => {
  it.each<[string, FileJob | undefined, ResultFile[]]>([
    ['are there', made, [file]],
    ['are being stored', { ...made, step: 'running', files: [] }, [file]],
    ['were stored a moment ago', undefined, [{ ...file, uploadedAt: now - hourMs }]],
    ['are being removed', { ...made, deletedAt: now - hourMs }, [file]],
    ['are gone with the job', { ...made, deletedAt: longAgo }, []],
    ['may have come late', { ...made, step: 'failed', failure: 'TOO_SLOW', files: [] }, [file]]
  ])('agree when they %s', (_, row, files) => {
    expect(fileDifferences(row, files, now)).toEqual([])
  })

  it.each<[string, FileJob | undefined, ResultFile[]]>([
    ['result-missing', made, []],
    ['result-size-differs', made, [{ ...file, sizeBytes: 9 }]],
    ['file-without-job', undefined, [file]],
    ['file-without-job', { ...made, deletedAt: longAgo }, [file]],
    ['file-without-job', { ...made, step: 'failed', failure: 'REJECTED', files: [] }, [file]],
    ['file-without-job', made, [file, { ...file, key: 'results/a/1', index: 1 }]]
  ])('differ: %s', (kind, row, files) => {
    expect(fileDifferences(row, files, now).map((one) => one.kind)).toEqual([kind])
  })

  it('are compared up to where both pages end', () => {
    expect(comparable(['b', 'a', 'c', 'a'], [null, null])).toEqual({ ids: ['a', 'b', 'c'], upTo: null })
    expect(comparable(['b', 'a', 'c'], ['b', null])).toEqual({ ids: ['a', 'b'], upTo: 'b' })
    expect(comparable(['b', 'a', 'c'], ['c', 'a'])).toEqual({ ids: ['a'], upTo: 'a' })
  })
})
