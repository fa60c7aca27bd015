import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const announcementSeverities = ['news', 'warning'] as const

const announcement = z.object({ id: z.string(), text: z.string(), severity: z.enum(announcementSeverities) })
export type Announcement = z.infer<typeof announcement>

/** The announcements that users see now, the newest first. */
export const readAnnouncements = endpoint({
  call: 'GET /announcements',
  access: 'public',
  output: z.object({ announcements: z.array(announcement) })
})
