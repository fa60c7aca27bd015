// Sends a file with `XMLHttpRequest`: `fetch` cannot tell how much of a body is on its way.
import { networkFailure } from '../../base/http/api-error.ts'
import { apiBase, newRequestId } from '../../base/http/transport.ts'
import { refresher } from '../../base/session/refresh.ts'
import { createAuthorizedFetch } from '../../base/session/client.ts'
import { tokenStorage } from '../../base/session/token-storage.ts'

/** How long a network may take no byte of the file. */
const stillMs = 30_000
/** How long the server may take with the whole file: it is stored, and pictures are looked at. */
const answerMs = 60_000

/** The network took nothing of the file for a while, or the server did not answer. */
export class UploadStalled extends Error {
  override name = 'UploadStalled'
}

interface FileUpload {
  headers: Record<string, string>
  body: Blob
  signal: AbortSignal
  /** From 0 to 1; at 1 the server has the whole file and is not done with it. */
  onProgress: (share: number) => void
}

/** As `authorizedFetch`, with `POST`. Throws `UploadStalled`, and as that one does. */
export function uploadFile(path: string, upload: FileUpload): Promise<Response> {
  const sendOnce = (to: string, _: RequestInit, accessToken: string | null) => sendBytes(to, upload, accessToken)
  return createAuthorizedFetch(tokenStorage, refresher, sendOnce)(path, { method: 'POST' })
}

function sendBytes(path: string, { onProgress, ...upload }: FileUpload, accessToken: string | null): Promise<Response> {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = (reason: Error) => {
      clearTimeout(timer)
      reject(reason)
      request.abort()
    }
    const waitFor = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => stop(new UploadStalled()), ms)
    }
    request.open('POST', apiBase + path)
    for (const [name, value] of Object.entries(upload.headers)) request.setRequestHeader(name, value)
    request.setRequestHeader('x-request-id', newRequestId())
    if (accessToken) request.setRequestHeader('authorization', `Bearer ${accessToken}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      waitFor(stillMs)
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.upload.addEventListener('load', () => waitFor(answerMs))
    request.addEventListener('load', () => {
      clearTimeout(timer)
      resolve(new Response(request.responseText, { status: request.status }))
    })
    request.addEventListener('error', () => stop(networkFailure(new TypeError('The upload failed'))))
    upload.signal.addEventListener('abort', () => stop(upload.signal.reason as Error))
    waitFor(stillMs)
    request.send(upload.body)
  })
}
