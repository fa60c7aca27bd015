// Files on their way to the server, without a network.
import { act } from '@testing-library/react'
import type { Attachment } from '#contract/attached-file.ts'
import { succeed } from '../fake-api.ts'

export const attachmentOf = (part: Partial<Attachment> = {}): Attachment => ({
  id: 'file-9',
  name: 'отчёт.txt',
  kind: 'text',
  type: 'text/plain',
  size: 9,
  width: null,
  height: null,
  state: 'ready',
  failure: null,
  inputTokens: 10,
  url: '/files/file-9',
  ...part
})

/** The upload that the page is sending; a test says what the network does. */
export class FakeUpload extends EventTarget {
  static sent: FakeUpload[] = []
  readonly upload = new EventTarget()
  readonly headers = new Map<string, string>()
  status = 0
  responseText = ''
  isAborted = false
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  send() {
    FakeUpload.sent.push(this)
  }
  abort() {
    this.isAborted = true
  }
  arrive(share: number) {
    act(() => void this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: share * 100, total: 100 })))
  }
  async answer(attachment: Attachment) {
    act(() => void this.upload.dispatchEvent(new Event('load')))
    this.status = 200
    this.responseText = await succeed({ attachment }).text()
    act(() => void this.dispatchEvent(new Event('load')))
  }
}
