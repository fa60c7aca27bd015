// How a request names a file that the server keeps already, in place of an upload.
//
// `work:<job>.<number>` is a result; `JobFile.id` is the part after the colon. `work:<job>.<parameter>` is the file that a
// job was made from. A picture that the browser had to make smaller is sent as an upload that says what it was made from:
// `data:image/png;work=<job>.<number>;base64,...`.

export interface JobFileRef {
  /** The id of the job in the API. */
  job: string
  /** The number of a result, or the name of the parameter that the job's file was sent for. */
  file: number | string
}

const prefix = 'work:'
const pattern = /^([A-Za-z0-9_-]{8,64})\.(\d|[1-9]\d|[A-Za-z][A-Za-z0-9]{0,19})$/

function parsed(id: string): JobFileRef | null {
  const [, job, file] = pattern.exec(id) ?? []
  if (job === undefined || file === undefined) return null
  return { job, file: /^\d/.test(file) ? Number(file) : file }
}

/** `work:<job>.<file>` */
export const jobFileRef = ({ job, file }: JobFileRef): string => `${prefix}${job}.${file}`

export const isJobFileRef = (sent: string): boolean => sent.startsWith(prefix)

/** The file that the text names; null when it is an upload or malformed. */
export const namedJobFile = (sent: string): JobFileRef | null =>
  isJobFileRef(sent) ? parsed(sent.slice(prefix.length)) : null

/** The file that the browser made the upload from; null when the upload names none. Only the start is read. */
export function origin(dataUrl: string): JobFileRef | null {
  const [, id] = /^data:[^,;]+;work=([\w.-]{1,90});base64,/.exec(dataUrl.slice(0, 200)) ?? []
  return id === undefined ? null : parsed(id)
}

/** The upload with the name of the file that it was made from. */
export const withOrigin = (dataUrl: string, { job, file }: JobFileRef): string =>
  dataUrl.replace(/;base64,/, `;work=${job}.${file};base64,`)
