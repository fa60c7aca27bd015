// The media types that the platform accepts and makes: their file extensions and the names that users read.

const formats: Readonly<Record<string, { extension: string; title: string }>> = {
  'image/png': { extension: 'png', title: 'PNG' },
  'image/jpeg': { extension: 'jpg', title: 'JPEG' },
  'image/webp': { extension: 'webp', title: 'WebP' },
  'application/pdf': { extension: 'pdf', title: 'PDF' },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { extension: 'docx', title: 'DOCX' },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { extension: 'xlsx', title: 'XLSX' },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': { extension: 'pptx', title: 'PPTX' },
  'application/vnd.oasis.opendocument.text': { extension: 'odt', title: 'ODT' },
  'application/vnd.oasis.opendocument.spreadsheet': { extension: 'ods', title: 'ODS' },
  'application/vnd.oasis.opendocument.presentation': { extension: 'odp', title: 'ODP' },
  'application/rtf': { extension: 'rtf', title: 'RTF' },
  'application/zip': { extension: 'zip', title: 'ZIP' },
  'text/plain': { extension: 'txt', title: 'TXT' },
  'video/mp4': { extension: 'mp4', title: 'MP4' },
  'video/webm': { extension: 'webm', title: 'WebM' },
  'video/quicktime': { extension: 'mov', title: 'MOV' },
  'audio/mpeg': { extension: 'mp3', title: 'MP3' },
  'audio/mp4': { extension: 'm4a', title: 'M4A' },
  'audio/ogg': { extension: 'ogg', title: 'Ogg' },
  'audio/wav': { extension: 'wav', title: 'WAV' },
  'application/x-subrip': { extension: 'srt', title: 'SRT' },
  'audio/webm': { extension: 'webm', title: 'WebM' }
}

/** Without a dot; `bin` for a type that we do not know. */
export const extensionOf = (mediaType: string): string => formats[mediaType]?.extension ?? 'bin'

/** The type itself where it has no name. */
export const formatTitle = (mediaType: string): string => formats[mediaType]?.title ?? mediaType
