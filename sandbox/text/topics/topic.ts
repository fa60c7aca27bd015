interface TopicPoint {
  term: string
  short: string
  detail: string
}

/** All text on one subject; an answer uses as many parts as its length allows. */
export interface Topic {
  title: string
  /** A matching prompt is answered on this topic. */
  keywords: RegExp
  /** One sentence, which is all of a short answer. */
  summary: string
  intro: string
  points: readonly TopicPoint[]
  code: { lead: string; language: string; text: string }
  /** The first row is the header. */
  table: { lead: string; rows: readonly (readonly string[])[] }
  steps: readonly string[]
  pitfalls: readonly string[]
  closing: string
}
