import { env } from 'cloudflare:workers'

type Upload = Pick<R2MultipartUpload, 'uploadPart' | 'complete' | 'abort'>

/** The bucket of the tests, whose files in parts are stored by what `begin` gives. */
export const bucketWith = (begin: (key: string) => Promise<Upload>): R2Bucket =>
  Object.assign(Object.create(env.MEDIA), {
    get: (...values: unknown[]) => Reflect.apply(env.MEDIA.get, env.MEDIA, values),
    head: (key: string) => env.MEDIA.head(key),
    delete: (keys: string[]) => env.MEDIA.delete(keys),
    createMultipartUpload: begin
  })

/** Keeps no part: for files that are larger than what may be stored, of which no test needs a hundred megabytes on the disk. */
export const forgettingBucket = (): R2Bucket =>
  bucketWith(async () => ({
    uploadPart: async (partNumber) => ({ partNumber, etag: '' }),
    complete: () => Promise.reject(new Error('No part was kept')),
    abort: async () => undefined
  }))
