import { env } from 'cloudflare:workers'
import { changedBinding } from './changed-binding.ts'

type Upload = Pick<R2MultipartUpload, 'uploadPart' | 'complete' | 'abort'>

/** The bucket of the tests, whose files in parts are stored by what `begin` gives. */
export const bucketWith = (begin: (key: string) => Promise<Upload>): R2Bucket =>
  changedBinding(env.MEDIA, { createMultipartUpload: begin })

/** Keeps no part: for files that are larger than what may be stored, of which no test needs a hundred megabytes on the disk. */
export const forgettingBucket = (): R2Bucket =>
  bucketWith(async () => ({
    uploadPart: async (partNumber) => ({ partNumber, etag: '' }),
    complete: () => Promise.reject(new Error('No part was kept')),
    abort: async () => undefined
  }))
